#include "rlminer/model/safetensors.h"

#include <cstdlib>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::model {
namespace {

using testing::TempFolder;

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

SafetensorsFile small_file() {
  SafetensorsFile file;
  file.metadata = {{"config", R"({"hidden": 64, "note": "a \"quoted\" \\ line\nand another"})"},
                   {"labels", "Kohlenstoff \xc3\xa4"}};
  const std::vector<float> weights = {1.5f, -2.0f, 0.25f, 0.0f, 1e-30f, 3e38f};
  file.tensors.push_back(make_tensor<float>("actor.weight", {2, 3}, weights));
  file.tensors.push_back(make_tensor<std::int64_t>("steps", {}, std::vector<std::int64_t>{-7}));
  file.tensors.push_back(make_tensor("ids", std::vector<std::int32_t>{1, -2, 3}));
  file.tensors.push_back({"half", TensorType::F16, {2, 1}, std::vector<std::byte>(4)});
  file.tensors.push_back({"empty", TensorType::BF16, {4, 0, 2}, {}});
  file.tensors.push_back(make_tensor("bits", std::vector<std::uint8_t>{0, 255, 7}));
  return file;
}

void expect_same(const SafetensorsFile& a, const SafetensorsFile& b) {
  EXPECT_EQ(a.metadata, b.metadata);
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    EXPECT_EQ(a.tensors[i].name, b.tensors[i].name);
    EXPECT_EQ(a.tensors[i].type, b.tensors[i].type);
    EXPECT_EQ(a.tensors[i].shape, b.tensors[i].shape);
    EXPECT_EQ(a.tensors[i].bytes, b.tensors[i].bytes);
  }
}

// A file with that header and so many bytes of data, put together by hand.
std::string raw_file(const std::string& header, std::size_t data_size) {
  std::string bytes(8, '\0');
  for (std::size_t i = 0; i < 8; ++i)
    bytes[i] = static_cast<char>(header.size() >> (8 * i) & 0xff);
  return bytes + header + std::string(data_size, '\1');
}

// The reason why the bytes cannot be read, without the path; "no error" when they can.
std::string error_of(const std::string& bytes) {
  static const TempFolder folder;  // one for thousands of calls: folders are slow to make
  const auto file = folder.write("x.safetensors", bytes);
  try {
    read_safetensors(file);
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_TRUE(message.starts_with(file.string() + ": ")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(file.string().size() + 2);
  }
  return "no error";
}

std::string write_error_of(const SafetensorsFile& content) {
  const TempFolder folder;
  const auto file = folder.path() / "x.safetensors";
  try {
    write_safetensors(file, content);
  } catch (const Error& error) {
    EXPECT_FALSE(std::filesystem::exists(file));
    const std::string message = error.what();
    return message.substr(std::min(message.size(), file.string().size() + 2));
  }
  return "no error";
}

TEST(Safetensors, ReadsWhatItWrote) {
  const TempFolder folder;
  const auto path = folder.path() / "model.safetensors";
  write_safetensors(path, small_file());
  const SafetensorsFile read = read_safetensors(path);
  expect_same(read, small_file());
  ASSERT_NE(read.find("ids"), nullptr);
  EXPECT_EQ(values_of<std::int32_t>(*read.find("ids")), (std::vector<std::int32_t>{1, -2, 3}));
  EXPECT_EQ(values_of<std::int64_t>(*read.find("steps")), std::vector<std::int64_t>{-7});
  EXPECT_THROW(values_of<float>(*read.find("ids")), Error);
  EXPECT_EQ(read.find("absent"), nullptr);
}

TEST(Safetensors, ReadsWhatItWroteWithNothingInIt) {
  const TempFolder folder;
  const auto path = folder.path() / "nothing";
  write_safetensors(path, {});
  expect_same(read_safetensors(path), {});
  EXPECT_EQ(content_of(path), raw_file("{}      ", 0));
}

TEST(Safetensors, LayoutIsTheDocumentedOne) {
  const TempFolder folder;
  const auto path = folder.path() / "x";
  SafetensorsFile file;
  file.metadata = {{"a", "b"}};
  file.tensors.push_back(make_tensor<float>("z", {1, 2}, std::vector<float>{1.0f, 2.0f}));
  file.tensors.push_back(make_tensor("y", std::vector<std::uint8_t>{9}));
  write_safetensors(path, file);
  std::string header =
      R"({"__metadata__":{"a":"b"},"z":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]},)"
      R"("y":{"dtype":"U8","shape":[1],"data_offsets":[8,9]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::string data("\0\0\x80\x3f\0\0\0\x40\x09", 9);
  EXPECT_EQ(content_of(path), raw_file(header, 0) + data);
}

// Header order need not be data order; tensors come in the order of their bytes.
TEST(Safetensors, ReadsFilesOfOtherWriters) {
  const TempFolder folder;
  const auto path = folder.write(
      "x", raw_file(R"({ "b" : {"shape":[1],"data_offsets":[4,6],"dtype":"F16"},)"
                    R"( "empty": {"dtype":"F32","shape":[0],"data_offsets":[4,4]},)"
                    "\n\"a\":{\"dtype\":\"I32\",\"shape\":[],\"data_offsets\":[0,4]}}   ",
                    6));
  const SafetensorsFile file = read_safetensors(path);
  ASSERT_EQ(file.tensors.size(), 3u);
  EXPECT_EQ(file.tensors[0].name, "a");
  EXPECT_EQ(file.tensors[1].name, "empty");
  EXPECT_EQ(file.tensors[2].name, "b");
  EXPECT_EQ(values_of<std::int32_t>(file.tensors[0]), std::vector<std::int32_t>{0x01010101});
}

TEST(Safetensors, TellsWhatIsWrongWithTheFile) {
  EXPECT_EQ(error_of(""), "too short for a safetensors file");
  EXPECT_EQ(error_of("1234567"), "too short for a safetensors file");
  EXPECT_EQ(error_of(std::string("\x03\0\0\0\0\0\0\0{}", 10)),
            "the header goes beyond the end of the file");
  EXPECT_EQ(error_of("PK\3\4 this is a zip archive"),
            "not a safetensors file, or its header is longer than 100 MB");
  EXPECT_EQ(error_of(std::string(8, '\xff')),
            "not a safetensors file, or its header is longer than 100 MB");
  const TempFolder folder;
  EXPECT_THROW(read_safetensors(folder.path()), Error);
  EXPECT_THROW(read_safetensors(folder.path() / "missing"), Error);
  EXPECT_THROW(read_safetensors("/dev/zero"), Error);
}

TEST(Safetensors, TellsWhatIsWrongWithTheHeader) {
  const auto error = [](const std::string& header) { return error_of(raw_file(header, 0)); };
  EXPECT_EQ(error(""), "the header is not a JSON object");
  EXPECT_EQ(error("[]"), "the header is not a JSON object");
  EXPECT_EQ(error(" {}"), "the header is not a JSON object");
  EXPECT_EQ(error("{"), "the header is not JSON (at its byte 2)");
  EXPECT_EQ(error("{}}"), "the header is not JSON (at its byte 3)");
  EXPECT_EQ(error(std::string("{}\0", 3)), "the header is not JSON (at its byte 3)");
  EXPECT_EQ(error("{\"\xff\":1}"), "the header is not JSON (at its byte 3)");
  EXPECT_EQ(error("{\"a\":" + std::string(100000, '[')), "'a' is not a JSON object");
  EXPECT_EQ(error(R"({"a":3})"), "'a' is not a JSON object");
  EXPECT_EQ(error(R"({"a\nb":null})"), "'a b' is not a JSON object");
  EXPECT_EQ(error(R"({"__metadata__":"x"})"), "'__metadata__' is not a JSON object");
  EXPECT_EQ(error(R"({"__metadata__":{"a":1}})"), "__metadata__: the value of 'a' is not a string");
  EXPECT_EQ(error(R"({"__metadata__":{"a":{}}})"),
            "__metadata__: the value of 'a' is not a string");
  EXPECT_EQ(error(R"({"__metadata__":{"a":"1","a":"1"}})"), "__metadata__ has 'a' twice");
  EXPECT_EQ(error(R"({"__metadata__":{},"__metadata__":{}})"),
            "the name '__metadata__' occurs twice");
}

// The description of a tensor called a, with one byte of data.
std::string tensor_error(const std::string& fields) {
  return error_of(raw_file("{\"a\":{" + fields + "}}", 1));
}

TEST(Safetensors, TellsWhatIsWrongWithATensor) {
  const std::string type = R"("dtype":"U8",)";
  const std::string shape = R"("shape":[1],)";
  const std::string place = R"("data_offsets":[0,1])";
  EXPECT_EQ(tensor_error(type + shape + place), "no error");
  EXPECT_EQ(tensor_error(""), "tensor 'a' has no dtype");
  EXPECT_EQ(tensor_error(type + place), "tensor 'a' has no shape");
  EXPECT_EQ(tensor_error(R"("shape":[1],"dtype":"U8")"), "tensor 'a' has no data_offsets");
  EXPECT_EQ(tensor_error(type + type + shape + place), "tensor 'a' has 'dtype' twice");
  EXPECT_EQ(tensor_error(R"("colour":1,)" + type), "tensor 'a' has the unknown field 'colour'");
  EXPECT_EQ(tensor_error(R"("dtype":"F8",)" + shape + place),
            "tensor 'a' has the unknown dtype 'F8'");
  EXPECT_EQ(tensor_error(R"("dtype":8)"), "tensor 'a' has a dtype that is not a string");
  EXPECT_EQ(tensor_error(R"("dtype":["U8"])"), "tensor 'a' has a dtype that is not a string");
  for (const char* bad : {"1", "\"1\"", "{}", "[-1]", "[1.0]", "[[1]]", "[{}]", "[\"1\"]", "[true]",
                          "[null]", "[9223372036854775808]", "[1e3]", "[99999999999999999999]"}) {
    EXPECT_EQ(tensor_error(type + "\"shape\":" + bad),
              "tensor 'a' has a shape that is not a list of natural numbers")
        << bad;
  }
  EXPECT_EQ(tensor_error(R"("data_offsets":[0,-1])"),
            "tensor 'a' has a data_offsets that is not a list of natural numbers");
  EXPECT_EQ(tensor_error(R"("data_offsets":[0])"), "tensor 'a' has fewer than two data_offsets");
  EXPECT_EQ(tensor_error(R"("data_offsets":[0,1,2])"), "tensor 'a' has more than two data_offsets");
  std::string ones = "1";
  for (int i = 0; i < 64; ++i)
    ones += ",1";
  EXPECT_EQ(tensor_error(type + "\"shape\":[" + ones + "]," + place),
            "tensor 'a' has too many dimensions");
}

TEST(Safetensors, TellsWhatIsWrongWithShapesAndSizes) {
  const auto error = [](const std::string& shape, const std::string& place) {
    return tensor_error(R"("dtype":"U8","shape":)" + shape + R"(,"data_offsets":)" + place);
  };
  const std::string misfit = "tensor 'a' has 1 byte, which does not fit its shape";
  EXPECT_EQ(error("[]", "[0,1]"), "no error");
  EXPECT_EQ(error("[1,1,1]", "[0,1]"), "no error");
  EXPECT_EQ(error("[2]", "[0,1]"), misfit);
  EXPECT_EQ(error("[0]", "[0,1]"), misfit);
  // Products that come out as 1 or 0 when 64 bits overflow.
  EXPECT_EQ(error("[4294967296,4294967296]", "[0,1]"), misfit);
  EXPECT_EQ(error("[6148914691236517205,3,18446744073709551]", "[0,1]"), misfit);
  EXPECT_EQ(error("[9223372036854775807,9223372036854775807]", "[0,1]"), misfit);
  EXPECT_EQ(error("[4294967296,4294967296,0]", "[0,0]"),
            "tensor 'a' has 0 bytes, which does not fit its shape");
  EXPECT_EQ(error("[1]", "[1,0]"), "tensor 'a' ends before it begins");
  EXPECT_EQ(error("[2]", "[0,2]"), "tensor 'a' lies beyond the end of the file");
  EXPECT_EQ(error("[1099511627776]", "[0,1099511627776]"),
            "tensor 'a' lies beyond the end of the file");
  EXPECT_EQ(error("[1]", "[18446744073709551615,0]"), "tensor 'a' ends before it begins");
  EXPECT_EQ(error("[0]", "[18446744073709551615,18446744073709551615]"),
            "tensor 'a' lies beyond the end of the file");
  EXPECT_EQ(error("[0]", "[0,0]"), "no tensor covers the last 1 byte");
  EXPECT_EQ(error_of(raw_file("{}", 5)), "no tensor covers the last 5 bytes");
}

TEST(Safetensors, TellsOverlapsAndHoles) {
  const auto error = [](const std::string& a, const std::string& b) {
    const auto tensor = [](const std::string& name, const std::string& place) {
      return "\"" + name + R"(":{"dtype":"U8","shape":[2],"data_offsets":[)" + place + "]}";
    };
    return error_of(raw_file("{" + tensor("a", a) + "," + tensor("b", b) + "}", 5));
  };
  EXPECT_EQ(error("0,2", "1,3"), "tensor 'b' overlaps another");
  EXPECT_EQ(error("2,4", "2,4"), "no tensor covers the 2 bytes before tensor 'a'");
  EXPECT_EQ(error("0,2", "0,2"), "tensor 'b' overlaps another");
  EXPECT_EQ(error("3,5", "0,2"), "no tensor covers the 1 byte before tensor 'a'");
  EXPECT_EQ(error("2,4", "0,2"), "no tensor covers the last 1 byte");
  EXPECT_EQ(error_of(raw_file(R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},)"
                              R"("a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
                              1)),
            "the name 'a' occurs twice");
}

TEST(Safetensors, RefusesToWriteWhatCannotBeStored) {
  const auto error = [](std::vector<StoredTensor> tensors) {
    return write_error_of({{}, std::move(tensors)});
  };
  const StoredTensor good = make_tensor("a", std::vector<std::uint8_t>{1});
  EXPECT_EQ(error({good}), "no error");
  EXPECT_EQ(error({good, good}), "the name 'a' occurs twice");
  EXPECT_EQ(error({{"__metadata__", TensorType::U8, {0}, {}}}),
            "tensor '__metadata__': the name is reserved");
  EXPECT_EQ(error({{"a", TensorType::F32, {2}, std::vector<std::byte>(4)}}),
            "tensor 'a' has 4 bytes, which does not fit its shape");
  EXPECT_EQ(error({{"a", TensorType::U8, {-1, -4}, std::vector<std::byte>(4)}}),
            "tensor 'a' has 4 bytes, which does not fit its shape");
  EXPECT_EQ(error({{"\xff", TensorType::U8, {0}, {}}}), "a name or a metadata string is not UTF-8");
  EXPECT_EQ(write_error_of({{{"key", "\xc3"}}, {}}), "a name or a metadata string is not UTF-8");
}

TEST(Safetensors, AFailedWriteLeavesTheOldFile) {
  const TempFolder folder;
  const auto path = folder.path() / "model.safetensors";
  write_safetensors(path, small_file());
  SafetensorsFile bad = small_file();
  bad.tensors[0].shape = {7};
  EXPECT_THROW(write_safetensors(path, bad), Error);
  EXPECT_THROW(write_safetensors(path / "below" / "a file", small_file()), Error);
  EXPECT_THROW(write_safetensors(folder.path() / "missing" / "x", small_file()), Error);
  expect_same(read_safetensors(path), small_file());
  const auto entries = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST(Safetensors, EveryTruncationIsAnError) {
  const TempFolder folder;
  write_safetensors(folder.path() / "x", small_file());
  const std::string whole = content_of(folder.path() / "x");
  ASSERT_EQ(error_of(whole), "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(error_of(whole.substr(0, length)), "no error") << length;
  }
  EXPECT_EQ(error_of(whole + "x"), "no tensor covers the last 1 byte");
}

// A changed byte gives an Error or a file that is well-formed; error_of() lets nothing else pass.
TEST(Safetensors, CorruptedBytesNeverCrash) {
  const TempFolder folder;
  write_safetensors(folder.path() / "x", small_file());
  const std::string whole = content_of(folder.path() / "x");
  Rng rng(1);
  int refused = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string bytes = whole;
    // In every third round several bytes change, in the others one.
    const int changes = round % 3 == 0 ? 1 + static_cast<int>(rng.below(5)) : 1;
    for (int i = 0; i < changes; ++i)
      bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
    refused += error_of(bytes) != "no error" ? 1 : 0;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 6000);
}

// Reads the format with nothing but the standard library of another language.
constexpr char kPythonReader[] = R"(import json, struct, sys
blob = open(sys.argv[1], "rb").read()
length = struct.unpack("<Q", blob[:8])[0]
assert length % 8 == 0 and blob[8:9] == b"{", "header layout"
header = json.loads(blob[8:8 + length].decode("utf-8"))
data = blob[8 + length:]
metadata = header.pop("__metadata__")
assert json.loads(metadata["config"], strict=False)["hidden"] == 64, metadata
assert metadata["labels"] == "Kohlenstoff \u00e4", metadata
assert list(header) == ["actor.weight", "steps", "ids", "half", "empty", "bits"], header
widths = {"F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "U8": 1}
at = 0
for name, tensor in header.items():
    size = widths[tensor["dtype"]]
    for extent in tensor["shape"]:
        size *= extent
    assert tensor["data_offsets"] == [at, at + size], (name, tensor)
    at += size
assert at == len(data), "trailing bytes"

def values(name, code):
    begin, end = header[name]["data_offsets"]
    return struct.unpack("<%d%s" % ((end - begin) // struct.calcsize(code), code), data[begin:end])

assert header["actor.weight"]["shape"] == [2, 3] and header["steps"]["shape"] == []
assert values("actor.weight", "f")[:4] == (1.5, -2.0, 0.25, 0.0)
assert values("steps", "q") == (-7,)
assert values("ids", "i") == (1, -2, 3)
assert values("bits", "B") == (0, 255, 7)
)";

TEST(Safetensors, PythonReadsIt) {
  if (std::system("python3 -c pass > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no python3";
  const TempFolder folder;
  const auto script = folder.write("read.py", kPythonReader);
  const auto model = folder.path() / "model.safetensors";
  write_safetensors(model, small_file());
  const std::string command = "python3 '" + script.string() + "' '" + model.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace rlminer::model
