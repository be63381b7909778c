#include <nlohmann/json.hpp>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/model/config.h"

namespace rlminer::model {
namespace {

using Json = nlohmann::json;

std::string error_of(const std::string& text) {
  try {
    network_config_from_json(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string error_with(const char* field, const Json& value) {
  Json json = Json::parse(to_json(NetworkConfig()));
  json[field] = value;
  return error_of(json.dump());
}

TEST(NetworkConfig, SurvivesARoundTrip) {
  const NetworkConfig usual;
  EXPECT_EQ(network_config_from_json(to_json(usual)), usual);
  const NetworkConfig other{.labels = 44,
                            .max_size = 12,
                            .hidden = 96,
                            .layers = 4,
                            .heads = 3,
                            .task_steps = false,
                            .skip_gate = false,
                            .state_messages = false,
                            .reward_head = false,
                            .plus = true,
                            .relations = 8,
                            .context_hidden = 30,
                            .context_layers = 2};
  EXPECT_EQ(network_config_from_json(to_json(other)), other);
  EXPECT_NE(other, usual);
}

TEST(NetworkConfig, EveryFieldIsThere) {
  // Fourteen members, of which three are only written where they say something; a new one must be
  // written and read too.
  EXPECT_EQ(Json::parse(to_json(NetworkConfig{.relations = 1, .context_layers = 1})).size(), 14U);
  EXPECT_EQ(Json::parse(to_json(NetworkConfig{.relations = 1})).size(), 12U);
  EXPECT_EQ(Json::parse(to_json(NetworkConfig())).size(), 11U);
  for (const char* field : {"labels", "max_size", "hidden", "layers", "heads", "task_steps",
                            "skip_gate", "state_messages", "reward_head", "plus", "features"}) {
    Json json = Json::parse(to_json(NetworkConfig()));
    ASSERT_EQ(json.erase(field), 1U);
    EXPECT_EQ(error_of(json.dump()), std::string("network: the config has no ") + field);
  }
}

// Files from before there were relations do not say so.
TEST(NetworkConfig, WithoutRelationsAllEdgesAreAlike) {
  EXPECT_EQ(to_json(NetworkConfig()).find("relations"), std::string::npos);
  EXPECT_EQ(network_config_from_json(to_json(NetworkConfig())).relations, 0);
  EXPECT_EQ(error_with("relations", -1), "network: relations is -1, not in 0..64");
  EXPECT_EQ(error_with("relations", 65), "network: relations is 65, not in 0..64");
  EXPECT_EQ(error_with("relations", "2"), "network: relations has the wrong type");
}

// Nor do files from before there was a context.
TEST(NetworkConfig, WithoutLayersThereIsNoContext) {
  EXPECT_EQ(to_json(NetworkConfig{.context_hidden = 7}).find("context"), std::string::npos);
  EXPECT_EQ(network_config_from_json(to_json(NetworkConfig())).context_layers, 0);
  EXPECT_EQ(error_with("context_layers", -1), "network: context_layers is -1, not in 0..256");
  EXPECT_EQ(error_with("context_hidden", 0), "network: context_hidden is 0, not in 1..8192");
  NetworkConfig config{.context_hidden = 130};
  EXPECT_NO_THROW(validate(config));
  config.context_layers = 1;
  EXPECT_THROW(validate(config), Error);  // not a multiple of four heads
}

TEST(NetworkConfig, TheContextIsANetworkOfItsOwn) {
  const NetworkConfig context = context_config(
      {.labels = 5, .features = true, .relations = 3, .context_hidden = 32, .context_layers = 2});
  EXPECT_EQ(context.hidden, 32);
  EXPECT_EQ(context.layers, 2);
  EXPECT_EQ(context.labels, 5);
  EXPECT_EQ(context.relations, 3);
  EXPECT_EQ(context.context_layers, 0);
  EXPECT_TRUE(context.plus && context.features);
  EXPECT_FALSE(context.state_messages || context.skip_gate || context.task_steps);
}

TEST(NetworkConfig, TextThatIsNoObjectIsAnError) {
  for (const char* text : {"", "{", "[]", "3", "null", "{\"labels\": }", "\xff"})
    EXPECT_EQ(error_of(text), "network: the config is not a JSON object") << text;
}

TEST(NetworkConfig, ValuesOfAnotherTypeAreErrors) {
  for (const char* field : {"labels", "max_size", "hidden", "layers", "heads"}) {
    for (const Json& value : {Json("1"), Json(true), Json(1.5), Json(nullptr), Json::array()})
      EXPECT_EQ(error_with(field, value), std::string("network: ") + field + " has the wrong type");
  }
  for (const char* field :
       {"task_steps", "skip_gate", "state_messages", "reward_head", "plus", "features"}) {
    for (const Json& value : {Json("true"), Json(1), Json(0), Json(nullptr), Json::object()})
      EXPECT_EQ(error_with(field, value), std::string("network: ") + field + " has the wrong type");
  }
}

TEST(NetworkConfig, NumbersOutOfRangeAreErrors) {
  EXPECT_EQ(error_with("labels", 0), "network: labels is 0, not in 1..100000");
  EXPECT_EQ(error_with("heads", 257), "network: heads is 257, not in 1..256");
  EXPECT_EQ(error_with("heads", 3), "network: hidden 256 is not a multiple of heads 3");
  for (const char* field : {"labels", "max_size", "hidden", "layers", "heads"}) {
    // The last three would be 4 or 1, a possible value, if only their low 32 bits were read.
    for (const Json& value :
         {Json(0), Json(-4), Json(1'000'000), Json(4 + (std::int64_t{1} << 32)),
          Json(1 - (std::int64_t{1} << 32)), Json((std::uint64_t{1} << 63) + 4)}) {
      EXPECT_NE(error_with(field, value).find("not in 1.."), std::string::npos)
          << field << " " << value;
    }
  }
}

TEST(NetworkConfig, ValidateAcceptsTheUsualAndRefusesTheAbsurd) {
  EXPECT_NO_THROW(validate(NetworkConfig()));
  NetworkConfig config;
  config.max_size = 33;
  EXPECT_THROW(validate(config), Error);
  config = NetworkConfig();
  config.hidden = 250;
  EXPECT_THROW(validate(config), Error);
}

}  // namespace
}  // namespace rlminer::model
