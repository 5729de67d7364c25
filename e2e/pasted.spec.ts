// Text pasted into a description keeps its paragraphs but no traces of the program it came from.
import type { Locator } from '@playwright/test'
import { arriveAsDemo } from './arrive.ts'
import { expect, test } from './test.ts'

type Pasted = { readonly plain?: string; readonly html?: string }

async function paste(field: Locator, { plain = '', html = '' }: Pasted): Promise<void> {
  await field.fill('')
  await field.evaluate(
    (element, copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', copied.plain)
      if (copied.html !== '') clipboardData.setData('text/html', copied.html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { plain, html },
  )
}

const wordItem = (mark: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`

const cases: readonly (readonly [string, Pasted, string])[] = [
  // This case must be first, because it alone would adopt emphasis from earlier text.
  ['a letter', { plain: 'Six weeks - 5 * 3 days\n- all in' }, '<p>Six weeks - 5 * 3 days</p><p>- all in</p>'],
  [
    'a chat assistant',
    {
      plain:
        '## What you get\n\n- **Video course**\n- Workbook\n\n---\n\n[Read more](https://example.com)\n\n| A | B |\n|---|---|\n| 1 | 2 |\n\nNow ~~$99~~ $49',
    },
    '<p><strong>What you get</strong></p><ul><li><p><strong>Video course</strong></p></li><li><p>Workbook</p></li></ul><p>[Read more]</p><p><strong>A</strong> · <strong>B</strong><br>1 · 2</p><p>Now $49</p>',
  ],
  [
    'a messenger',
    { plain: '*New*\n• Course\n• Book' },
    '<p><em>New</em></p><ul><li><p>Course</p></li><li><p>Book</p></li></ul>',
  ],
  [
    'Word, with lists',
    {
      html: `<html><head><style><!-- p.MsoListParagraph {margin:0cm; font-size:11pt;} --></style></head><body><p class=MsoNormal>You get:</p>${wordItem('·', 'Ein Buch')}${wordItem('o', 'signiert', 2)}${wordItem('·', 'Ein Kurs')}<p class=MsoNormal>Then</p>${wordItem('1.', 'Erstens')}${wordItem('2.', 'Zweitens')}</body></html>`,
    },
    '<p>You get:</p><ul><li><p>Ein Buch</p><ul><li><p>signiert</p></li></ul></li><li><p>Ein Kurs</p></li></ul><p>Then</p><ol><li><p>Erstens</p></li><li><p>Zweitens</p></li></ol>',
  ],
  [
    'Word, with marks alone',
    {
      html: '<p class=MsoListParagraph>·&nbsp;&nbsp;&nbsp; Ein Buch</p><p class=MsoListParagraph>·&nbsp;&nbsp;&nbsp; Ein Kurs</p><p class=MsoListParagraph>1.&nbsp; Erstens</p>',
    },
    '<ul><li><p>Ein Buch</p></li><li><p>Ein Kurs</p></li></ul><ol><li><p>Erstens</p></li></ol>',
  ],
  [
    'a table',
    {
      html: '<table><tr><th>What</th><th><p>Price</p></th></tr><tr><td>Course</td><td><p>$49</p><p>once</p></td></tr></table><p>x<sup>2</sup> and H<sub>2</sub>O, the 1<sup>st</sup></p>',
    },
    '<p><strong>What</strong> · <strong>Price</strong><br>Course · $49 once</p><p>x² and H₂O, the 1st</p>',
  ],
  [
    'Google Docs',
    {
      html: '<meta charset="utf-8"><b style="font-weight:normal;"><h2><span style="font-weight:400">About</span></h2><p><a href="https://www.google.com/url?q=https://example.com/a?b%3D1&amp;sa=D&amp;source=editors">more</a> for <span style="text-decoration:line-through">$99</span> $49</p></b>',
    },
    '<p><strong>About</strong></p><p>[more] for $49</p>',
  ],
  [
    'a code editor',
    {
      plain: '## Title\n- **a**\n- b',
      html: '<div style="white-space: pre;"><div><span>## Title</span></div><div><span>- **a**</span></div><div><span>- b</span></div></div>',
    },
    '<p><strong>Title</strong></p><ul><li><p><strong>a</strong></p></li><li><p>b</p></li></ul>',
  ],
]

test('a description that a seller pastes keeps its structure @desktop', async ({ page, product }) => {
  await arriveAsDemo(page, product)
  await page.goto('/forms/create')
  const description = page.getByRole('textbox', { name: 'Description' })
  for (const [from, pasted, expected] of cases) {
    await test.step(from, async () => {
      await paste(description, pasted)
      const shown = await description.evaluate((element) =>
        element.innerHTML
          .replaceAll(/<a [^>]*>([^<]*)<\/a>/g, '[$1]')
          .replaceAll(/<ol start="1">/g, '<ol>')
          .replaceAll(/ ?<br class="ProseMirror-trailingBreak">/g, ''),
      )
      expect(shown).toBe(expected)
    })
  }
  await paste(description, cases[6]?.[1] ?? {})
  await expect(description.getByRole('link', { name: 'more' })).toHaveAttribute(
    'href',
    'https://example.com/a?b=1',
  )
})
