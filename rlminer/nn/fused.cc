#include "rlminer/nn/fused.h"

#include <cmath>

#ifdef RLMINER_CUDA
#include <c10/cuda/CUDAStream.h>

#include "rlminer/nn/fused_kernels.h"
#endif

namespace rlminer::nn {

#ifdef RLMINER_CUDA

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

constexpr std::int64_t kLanes = 8;

template <typename T>
kernels::Bf16* words(T& tensor) {
  return static_cast<kernels::Bf16*>(tensor.data_ptr());
}

void* current_stream() {
  return c10::cuda::getCurrentCUDAStream().stream();
}

kernels::MessageShape shape_of(const Tensor& h) {
  return {.vertices = h.numel() / h.size(-1), .width = h.size(-1)};
}

kernels::MessageTables tables_of(const Tensor& w4, const Tensor& w5, const Tensor& destination,
                                 const Tensor& source, const Tensor& chosen, const Tensor& task) {
  return {.w4 = words(w4),
          .w5 = words(w5),
          .destination = words(destination),
          .source = words(source),
          .chosen = chosen.data_ptr<std::uint8_t>(),
          .task = task.data_ptr<std::int32_t>()};
}

class MessageInputsFunction : public Function<MessageInputsFunction> {
 public:
  static variable_list forward(AutogradContext* context, const Tensor& h, const Tensor& w4,
                               const Tensor& w5, const Tensor& destination, const Tensor& source,
                               const Tensor& chosen, const Tensor& task) {
    const Tensor input = h.contiguous();
    Tensor si = torch::empty_like(input), sj = torch::empty_like(input);
    Tensor pi = torch::empty_like(input), pj = torch::empty_like(input);
    kernels::message_inputs(shape_of(input), words(input),
                            tables_of(w4, w5, destination, source, chosen, task),
                            {words(si), words(sj), words(pi), words(pj)}, current_stream());
    context->save_for_backward({input, w4, w5, destination, source, chosen, task});
    return {si, sj, pi, pj};
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor& h = saved[0];
    for (Tensor& gradient : gradients)
      gradient = gradient.defined() ? gradient.contiguous() : torch::zeros_like(h);
    Tensor h_gradient = torch::empty_like(h);
    const auto sums_for = [](const Tensor& table) {
      return torch::zeros(table.sizes(), table.options().dtype(torch::kFloat));
    };
    Tensor w4 = sums_for(saved[1]), w5 = sums_for(saved[2]);
    Tensor destination = sums_for(saved[3]), source = sums_for(saved[4]);
    kernels::message_inputs_backward(
        shape_of(h), words(h),
        tables_of(saved[1], saved[2], saved[3], saved[4], saved[5], saved[6]),
        {words(gradients[0]), words(gradients[1]), words(gradients[2]), words(gradients[3])},
        words(h_gradient),
        {w4.data_ptr<float>(), w5.data_ptr<float>(), destination.data_ptr<float>(),
         source.data_ptr<float>()},
        current_stream());
    const torch::Dtype type = h.scalar_type();
    return {h_gradient,      w4.to(type), w5.to(type), destination.to(type),
            source.to(type), Tensor(),    Tensor()};
  }
};

class NegativeGatedFunction : public Function<NegativeGatedFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& w, const Tensor& g) {
    const Tensor value = w.contiguous(), gate = g.contiguous();
    Tensor out = torch::empty_like(value);
    kernels::negative_gated(value.numel(), words(value), words(gate), words(out), current_stream());
    context->save_for_backward({value, gate});
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor gradient = gradients[0].contiguous();
    Tensor w = torch::empty_like(saved[0]), g = torch::empty_like(saved[1]);
    kernels::negative_gated_backward(gradient.numel(), words(saved[0]), words(saved[1]),
                                     words(gradient), words(w), words(g), current_stream());
    return {w, g};
  }
};

class CombineFunction : public Function<CombineFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& own, const Tensor& degrees,
                        const Tensor& w, const Tensor& g, const Tensor& neighbours) {
    const Tensor first = own.contiguous(), value = w.contiguous(), gate = g.contiguous();
    const Tensor last = neighbours.contiguous(), degree = degrees.contiguous();
    Tensor out = torch::empty_like(first);
    kernels::combine(shape_of(first),
                     {words(first), words(degree), words(value), words(gate), words(last)},
                     words(out), current_stream());
    context->save_for_backward({degree, value, gate, out});
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor gradient = gradients[0].contiguous();
    const Tensor &degree = saved[0], &value = saved[1], &gate = saved[2], &out = saved[3];
    Tensor sum = torch::empty_like(out), w = torch::empty_like(out), g = torch::empty_like(out);
    kernels::combine_backward(
        shape_of(out), {nullptr, words(degree), words(value), words(gate), nullptr}, words(out),
        words(gradient), words(sum), words(w), words(g), current_stream());
    return {sum, Tensor(), w, g, sum};
  }
};

class RmsNormFunction : public Function<RmsNormFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& gain,
                        double tiny) {
    const Tensor input = x.contiguous();
    const kernels::MessageShape shape = shape_of(input);
    Tensor out = torch::empty_like(input);
    Tensor scale = torch::empty({shape.vertices}, input.options().dtype(torch::kFloat));
    kernels::rms_norm(shape, words(input), words(gain), static_cast<float>(tiny), words(out),
                      scale.data_ptr<float>(), current_stream());
    context->save_for_backward({input, gain, scale});
    context->saved_data["tiny"] = tiny;
    return out;
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &x = saved[0], &gain = saved[1], &scale = saved[2];
    const Tensor gradient = gradients[0].contiguous();
    Tensor x_gradient = torch::empty_like(x);
    Tensor gain_gradient = torch::zeros(gain.sizes(), gain.options().dtype(torch::kFloat));
    kernels::rms_norm_backward(shape_of(x), words(x), words(gain),
                               static_cast<float>(context->saved_data["tiny"].toDouble()),
                               scale.data_ptr<float>(), words(gradient), words(x_gradient),
                               gain_gradient.data_ptr<float>(), current_stream());
    return {x_gradient, gain_gradient.to(gain.scalar_type()), Tensor()};
  }
};

// The library takes longer to sum the gradient of the bias than for either product.
class LinearFunction : public Function<LinearFunction> {
 public:
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight,
                        const Tensor& bias) {
    context->save_for_backward({x, weight});
    return torch::linear(x, weight, bias);
  }

  static variable_list backward(AutogradContext* context, variable_list gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &x = saved[0], &weight = saved[1];
    const Tensor gradient = gradients[0].contiguous();
    const Tensor rows = gradient.view({-1, gradient.size(-1)});
    Tensor bias = torch::zeros({gradient.size(-1)}, gradient.options().dtype(torch::kFloat));
    kernels::column_sums(shape_of(gradient), words(gradient), bias.data_ptr<float>(),
                         current_stream());
    return {torch::mm(rows, weight).view(x.sizes()),
            torch::mm(rows.t(), x.reshape({-1, x.size(-1)})), bias.to(gradient.scalar_type())};
  }
};

bool fused(const Tensor& x) {
  return has_fused_kernels(x.device(), x.scalar_type(), x.size(-1));
}

}  // namespace

bool has_fused_kernels(torch::Device device, torch::Dtype type, std::int64_t width) {
  return device.is_cuda() && type == torch::kBFloat16 && width % kLanes == 0;
}

#else

bool has_fused_kernels(torch::Device /*device*/, torch::Dtype /*type*/, std::int64_t /*width*/) {
  return false;
}

#endif

MessageInputs message_inputs(const torch::Tensor& h, const torch::Tensor& w4,
                             const torch::Tensor& w5, const TaskVectors& task, const Batch& batch) {
  if (!task.destination_table.defined()) return {h, h, h, h};
#ifdef RLMINER_CUDA
  if (!task.destination.defined()) {
    const auto out = MessageInputsFunction::apply(h, w4, w5, task.destination_table,
                                                  task.source_table, batch.chosen, batch.task);
    return {out[0], out[1], out[2], out[3]};
  }
#endif
  // Looking the rows of w4 and w5 up by index would make the backward pass a slow scatter; the
  // product with one-hot rows has a product as its gradient.
  const torch::Tensor si = w4.defined() ? torch::matmul(batch.states, w4) * h : h;
  const torch::Tensor sj = w5.defined() ? torch::matmul(batch.states, w5) * h : h;
  return {si, sj, si * task.destination, sj * task.source};
}

torch::Tensor linear(const torch::Tensor& x, const torch::Tensor& weight,
                     const torch::Tensor& bias) {
#ifdef RLMINER_CUDA
  if (has_fused_kernels(x.device(), x.scalar_type(), weight.size(0)))
    return LinearFunction::apply(x, weight, bias);
#endif
  return torch::linear(x, weight, bias);
}

torch::Tensor negative_gated(const torch::Tensor& w, const torch::Tensor& g) {
#ifdef RLMINER_CUDA
  if (fused(w)) return NegativeGatedFunction::apply(w, g);
#endif
  return -(w * torch::sigmoid(g));
}

torch::Tensor combine(const torch::Tensor& own, const torch::Tensor& degrees,
                      const torch::Tensor& w, const torch::Tensor& g,
                      const torch::Tensor& neighbours) {
#ifdef RLMINER_CUDA
  if (fused(own)) return CombineFunction::apply(own, degrees, w, g, neighbours);
#endif
  return torch::relu(own + degrees * (w * torch::sigmoid(g)) + neighbours);
}

torch::Tensor rms_norm(const torch::Tensor& x, const torch::Tensor& gain, double tiny) {
#ifdef RLMINER_CUDA
  if (fused(x) && x.size(-1) <= kernels::kMostNormWidth)
    return RmsNormFunction::apply(x, gain, tiny);
#endif
  const torch::Dtype accurate = x.scalar_type() == torch::kDouble ? torch::kDouble : torch::kFloat;
  const torch::Tensor rms = torch::linalg_vector_norm(x, 2, {-1}, /*keepdim=*/true, accurate) /
                            std::sqrt(static_cast<double>(x.size(-1)));
  return x * (rms + tiny).reciprocal().to(x.scalar_type()) * gain;
}

}  // namespace rlminer::nn
