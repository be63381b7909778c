#include "rlminer/report/html_page.h"

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace rlminer::report {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(ValidUtf8, KeepsCharactersAndReplacesEverythingElse) {
  const std::string good = "a\u00e9\u20ac\U0001f600z";
  EXPECT_EQ(valid_utf8(good), good);
  EXPECT_EQ(valid_utf8(std::string("a\0b", 3)), std::string("a\0b", 3));
  for (const std::string bad : {"\x80", "\xff", "\xc3", "\xc0\x80", "\xe2\x82", "\xed\xa0\x80",
                                "\xf4\x90\x80\x80", "\xf0\x80\x80\x80", "\xe0\x80\x80"}) {
    const std::string replaced = valid_utf8("<" + bad + ">");
    EXPECT_EQ(std::regex_replace(replaced, std::regex("\ufffd"), ""), "<>") << bad.size();
    EXPECT_GT(replaced.size(), 2U);
  }
}

TEST(HtmlEscaped, LeavesNoMarkup) {
  EXPECT_EQ(html_escaped("<b a=\"1\">&amp;</b>"), "&lt;b a=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;");
  EXPECT_EQ(html_escaped("a\xff"), "a\ufffd");
}

TEST(ScriptJson, NeverEndsTheScript) {
  const Json json = {{"</script>", "<!--<script>"}, {"text", "\"\\\n\xff"}};
  const std::string text = script_json(json);
  EXPECT_EQ(text.find('<'), std::string::npos);
  const Json read = Json::parse(text);
  EXPECT_EQ(read["</script>"], "<!--<script>");
  EXPECT_EQ(read["text"], "\"\\\n\ufffd");
}

TEST(TableHtml, SortsByWhatACellIsWorth) {
  const HtmlTable table{
      .caption = "a < b",
      .columns = {{"Name"}, {"Value", true}, {"", false, false}},
      .rows = {{.cells = {{html_escaped("<x>")}, number_cell("1,234", 1234), {"<i>y</i>"}},
                .attributes = "data-row=\"3\""}},
      .id = "t"};
  const std::string html = table_html(table);
  EXPECT_NE(html.find("<caption>a &lt; b</caption>"), std::string::npos);
  EXPECT_NE(html.find("<table class=\"sortable\" id=\"t\">"), std::string::npos);
  EXPECT_NE(html.find("<tr data-row=\"3\"><td>&lt;x&gt;</td>"
                      "<td class=\"number\" data-sort=\"1234\">1,234</td><td><i>y</i></td></tr>"),
            std::string::npos)
      << html;
  EXPECT_EQ(occurrences(html, "<button"), 2U);
}

TEST(FactsHtml, LeavesOutWhatIsEmpty) {
  const std::string html = facts_html({{"Seed", "7"}, {"Model", ""}, {"File", "<a>"}});
  EXPECT_NE(html.find("<dt>Seed</dt><dd>7</dd>"), std::string::npos);
  EXPECT_NE(html.find("&lt;a&gt;"), std::string::npos);
  EXPECT_EQ(html.find("Model"), std::string::npos);
}

TEST(HtmlPage, IsOneFileThatAsksForNothingElse) {
  HtmlPage page("<Title>", "sub & title");
  page.add_section("First <b>", "<p>one</p>", "first");
  page.add_section("Second", figure_html("<svg></svg>", "a < figure"));
  page.add_data("data", {{"x", "</script>"}});
  page.set_footer("made \xff here");
  const std::string html = page.finish();
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
  EXPECT_NE(html.find("<title>&lt;Title&gt;</title>"), std::string::npos);
  EXPECT_NE(html.find("<a href=\"#first\">First &lt;b&gt;</a>"), std::string::npos);
  EXPECT_NE(html.find("<figcaption>a &lt; figure</figcaption>"), std::string::npos);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(html.find("made \ufffd here"), std::string::npos);
  EXPECT_EQ(valid_utf8(html), html);
  EXPECT_EQ(occurrences(html, "<script"), occurrences(html, "</script>"));
  for (const char* const reach : {"src=", "@import", "url(", "http:", "https:"})
    EXPECT_EQ(html.find(reach), std::string::npos) << reach;
  EXPECT_EQ(page.finish(), html);
}

TEST(MarkdownHtml, ParagraphsListsAndLines) {
  EXPECT_EQ(markdown_html("one\ntwo\n\nthree"), "<p>one two</p>\n<p>three</p>\n");
  EXPECT_EQ(markdown_html("before\n- a\n  more\n- b\n\nafter"),
            "<p>before</p>\n<ul><li>a   more</li>\n<li>b</li></ul>\n<p>after</p>\n");
  EXPECT_EQ(markdown_html(""), "");
  EXPECT_EQ(markdown_line_html("a `b<c` **d `e`** [f](g.md) h"),
            "a <code>b&lt;c</code> <strong>d <code>e</code></strong> <a href=\"g.md\">f</a> h");
  for (const char* const text : {"2 * 3 ** 4", "`open", "[no link]", "[a](b", "**", "``"})
    EXPECT_EQ(markdown_line_html(text), text);
  EXPECT_EQ(markdown_line_html("[x](javascript:alert(1))").find("<a"), std::string::npos);
}

}  // namespace
}  // namespace rlminer::report
