#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/env/state.h"
#include "rlminer/model/config.h"
#include "rlminer/model/safetensors.h"

namespace rlminer::testing {

// The networks once more, as plainly as possible: one state at a time, vertex by vertex and edge by
// edge, in double precision. Shares nothing with the networks but the values of their parameters,
// found by name. Slow, and the definition that the tests compare with:
//
//   task       c = Wa[k - t] * Wb[k]   (* is element-wise; without task_steps: c = Wb[k])
//              r = relu(c)   ud = Wd r   us = Ws r   uc = Wc r
//   input      h0 = relu(W0 onehot(label))
//              (without state_messages: relu(W0 [onehot(label), onehot(x)]))
//              with features f moreover: + relu(Wf f + bf)
//   layer(h)   si = W4[x_i] * h_i   sj = W5[x_j] * h_j   (without state_messages: h_i and h_j)
//              a_ij = (W2 si) * sigmoid(W6 (si * ud)) - (W3 sj) * sigmoid(W7 (sj * us))
//              (with relations, r being the rank of the edge seen from i: the second product is
//              multiplied by W8[r])
//              h_i' = relu(W1 h_i + b1 + sum over neighbours j of a_ij)
//   output     H = h0 + hN * sigmoid(hN * uc)   (without skip_gate: h0 + hN)
//   MHA(X)     x_i + Wout [heads of softmax(q_i k_j / sqrt(d / heads)) v_j] + bout over all j
//   PMA(X)     the same with one learned seed as x_i and as the source of the query
//   MLP        Linear, ReLU, Linear
//   actor      logit = MLP(MHA(H))
//   critic     A = MLP(MHA(H))   state = MLP(PMA(H))   V = MLP(state)
//              Q = V + A - mean of A over the valid actions
//              reward of an action = MLP([state, its vector of MHA(H)])
//
// and for the plus variant, norm(x) = x / (rms(x) + 0.001) * gain:
//
//   input      h = h0 + Ws'[x] + Wt r
//   layer      h' = h + Wr layer(norm(h)) + br; after one and two thirds of the layers (rounded
//              down) moreover h'' = h' + MHA(norm(h')) - norm(h')
//   output     hN is norm(h) of the last layer
//
// and with a context, which is a network with norms and attention like the plus variant, of its own
// width, with names that begin with `gnn.context`, and sees neither state nor task:
//
//   g0         relu(V0 onehot(label)) + relu(Vf f + bf)
//   layer(g)   a_ij = (V2 gi) * sigmoid(V6 gi) - (V3 gj) * sigmoid(V7 gj), otherwise as above
//   h0         as above, + Vout norm(gN) + bout
//
// and with foresight, f being what is known of an action (none of other vertices):
//
//   output     H as above, + relu(Wv f)
class PlainNetwork {
 public:
  using Vector = std::vector<double>;
  using Vectors = std::vector<Vector>;  // one per vertex

  // Row by row.
  struct Matrix {
    std::size_t columns = 0;
    Vector values;
  };
  using Parameters = std::map<std::string, Matrix>;  // by name

  PlainNetwork(const model::NetworkConfig& config, Parameters parameters)
      : config_(config), parameters_(std::move(parameters)) {}
  // With the tensors of a model file.
  PlainNetwork(const model::NetworkConfig& config, const model::SafetensorsFile& file);

  // Of an actor: one logit per action of the state.
  Vector logits(const env::Observation& state) const;

  // Of a critic: for each action its value and the reward predicted for it (none without a head).
  struct Judgement {
    Vector q;
    Vector reward;
  };
  Judgement judge(const env::Observation& state) const;

 private:
  // What a state says besides its graph: the task vectors and which vertices are chosen. Nothing is
  // in it for the context.
  struct Situation {
    Vector r, ud, us, uc;
    std::vector<std::size_t> chosen;  // 0 or 1 per vertex
  };
  // A part of the network that passes messages: what its names begin with, its rounds.
  struct Part {
    std::string name;
    int layers = 0;
  };

  Vector row(const std::string& name, std::size_t i) const;
  Vector product(const std::string& name, const Vector& x) const;
  Vector affine(const std::string& name, const Vector& x) const;
  Vector mlp(const std::string& name, const Vector& x) const;
  Vector norm(const std::string& name, const Vector& x) const;
  Vectors norm_all(const std::string& name, const Vectors& x) const;
  Vector attend(const Vector& query, const Vectors& keys, const Vectors& values) const;
  Vectors attention(const std::string& name, const Vectors& x) const;
  Vector pool(const std::string& name, const Vectors& x) const;

  Situation situation(const env::Observation& state) const;
  Vector with_features(const std::string& part, const env::Observation& state, std::size_t v,
                       const Vector& labels_only) const;
  Vector input(const env::Observation& state, const Situation& situation, std::size_t v) const;
  Vector message(const std::string& layer, const Situation& situation, const Vectors& h,
                 std::size_t i, std::size_t j, std::size_t edge) const;
  Vectors layer(const std::string& name, const env::Observation& state, const Situation& situation,
                const Vectors& h) const;
  void plus_layer(const Part& part, int number, const env::Observation& state,
                  const Situation& situation, Vectors& h) const;
  Vectors context(const env::Observation& state) const;  // what is added to h0
  void add_foresight(const env::Observation& state, Vectors& h) const;
  Vectors represent(const env::Observation& state) const;

  model::NetworkConfig config_;
  Parameters parameters_;
};

}  // namespace rlminer::testing
