import type { JSONContent } from '@tiptap/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '#buying/checkout/description/description.ts'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import { documentOf, markdownOf } from './rich-text.ts'

test.each([
  'Six weeks',
  'Six **weeks** of *light*',
  'Six\\\nweeks',
  'One\n\nTwo',
  '- Light\n- **Water**',
  '3. Light\n4. Water',
  '- Light\n\n  - Deep\n- Water',
  '[the *syllabus*](https://example.com/a)',
  '<https://example.com>',
])('the editor preserves Markdown: %s', (markdown) => {
  const kept = markdownOf(documentOf(markdown, 'markdown'))

  expect(markdownOf(documentOf(kept, 'markdown'))).toBe(kept)
  expect(documentOf(kept, 'markdown')).toEqual(documentOf(markdown, 'markdown'))
})

test('the editor loads plain text line by line without reading it as emphasis', () => {
  const plain = '**Six** weeks\n• of light\n\n1. and [water](https://example.com)\n- # done'
  const document = documentOf(plain, 'plain')

  expect(documentOf(markdownOf(document), 'markdown')).toEqual(document)
})

const says = (markdown: string) => readDescription({ description: markdown, descriptionFormat: 'markdown' })
const marked = (kind: 'bold' | 'italic', text: string) => ({ type: 'text', text, marks: [{ type: kind }] })
const paragraph = (...content: readonly JSONContent[]): JSONContent => ({
  type: 'paragraph',
  content: [...content],
})
const documentWith = (...content: readonly JSONContent[]): JSONContent => ({
  type: 'doc',
  content: [...content],
})

test.each([
  ['', 'ご注意：', '必ずお読みください'],
  ['', '문서(PDF)', '을 드립니다'],
  ['', 'Achtung:', 'heute'],
  ['', '„Neu“', 'er Kurs'],
  ['Kurs', '(neu)', ''],
  ['今日は', '「特価」', 'です'],
  ['a', '+b', 'c'],
  ['Spare', '50%', 'heute'],
  ['wort', '—wort', ''],
  ['', 'Neu🎉', 'heute'],
  ['ราคา', '「ใหม่」', 'วันนี้'],
  ['سعر', '«جديد»', 'اليوم'],
])('emphasis begins and ends where it was typed in every script: %s%s%s', (before, middle, after) => {
  for (const kind of ['bold', 'italic'] as const) {
    const look = kind === 'bold' ? { isBold: true } : { isItalic: true }
    const around = (said: string) => (said === '' ? [] : [{ text: said }])
    const plain = (said: string) => around(said).map((run) => ({ type: 'text', ...run }))
    const typed = documentWith(paragraph(...plain(before), marked(kind, middle), ...plain(after)))
    const stored = markdownOf(typed)

    expect(says(stored)).toEqual([{ runs: [...around(before), { text: middle, ...look }, ...around(after)] }])
    expect(markdownOf(documentOf(stored, 'markdown'))).toBe(stored)
  }
})

test('stored emphasis with punctuation next to letters is read as emphasis', () => {
  expect(says('**ご注意：**必ず')).toEqual([{ runs: [{ text: 'ご注意：', isBold: true }, { text: '必ず' }] }])
  expect(says('Spare**50%**heute')).toEqual([
    { runs: [{ text: 'Spare' }, { text: '50%', isBold: true }, { text: 'heute' }] },
  ])
  expect(says('5 * 3 * 2 and \\*this\\*')).toEqual([{ runs: [{ text: '5 * 3 * 2 and *this*' }] }])
})

test('typed lines that look like a list stay plain lines', () => {
  const typed = documentOf('What you get:\n1) A book\n2) A call\n\n1) First\n\n+ a\n# b\n> c', 'plain')

  expect(documentOf(markdownOf(typed), 'markdown')).toEqual(typed)
  expect(says('What you get:\\\n1) A book\\\n2) A call')).toEqual([
    { runs: ['What you get:', '\n', '1) A book', '\n', '2) A call'].map((text) => ({ text })) },
  ])
})

test('a description without visible text is empty', () => {
  expect(markdownOf(documentWith(paragraph(), paragraph({ type: 'text', text: ' \u200b' })))).toBe('')
})

// Random documents of typed text and characters with a meaning in Markdown.
const odd = [
  '1)',
  '1.',
  '10) ',
  '+ ',
  '- ',
  '# ',
  '> ',
  '*',
  '**',
  '_',
  '__',
  '\\',
  '\\\\',
  '<https://example.com>',
  '<!-- -->',
  '<a@b.c>',
  '`',
  '[x](y)',
  '![',
  '!',
  '&lt;',
  '&amp;',
  '~~',
  '---',
  '===',
  '***',
  '  ',
  ' ',
  '\t',
  '\u00a0',
  '\u3000',
  ':',
  '：',
  '。',
  '「',
  '」',
  '(',
  ')',
  '%',
  '50%',
  '—',
  '🎉',
  '👨‍👩‍👧',
  'a',
  'word',
  'Übung',
  '日本',
  '한국',
  'عربى',
  'हिन्दी',
  'a_b',
  'https://example.com',
  '<b>',
  '</b>',
  '<',
  '1',
  '9',
  '"',
  "'",
  '|',
  '{',
  '$',
  '\u200b',
  '\u0301',
]
const href = fc.constantFrom(
  'https://example.com',
  'https://example.com/a_(b)',
  'http://müller.example/ä?a=1&copy;=2',
  'https://example.com/<x>*y*',
)
const link = href.map((address) => ({ type: 'link', attrs: { href: address } }))
const text = fc.record({
  text: fc.array(fc.constantFrom(...odd), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  isBold: fc.boolean(),
  isItalic: fc.boolean(),
  link: fc.option(link, { freq: 6 }),
})
const inline = fc.oneof(
  {
    weight: 6,
    arbitrary: text.map(({ text: said, isBold, isItalic, link: to }): JSONContent => ({
      type: 'text',
      text: said,
      marks: [
        ...(isBold ? [{ type: 'bold' }] : []),
        ...(isItalic ? [{ type: 'italic' }] : []),
        ...(to === null ? [] : [to]),
      ],
    })),
  },
  { weight: 1, arbitrary: fc.constant<JSONContent>({ type: 'hardBreak' }) },
)
const { block: anyBlock } = fc.letrec<{ block: JSONContent; list: JSONContent; paragraph: JSONContent }>(
  (tie) => ({
    paragraph: fc.array(inline, { maxLength: 4 }).map((content) => paragraph(...content)),
    list: fc
      .tuple(
        fc.constantFrom('bulletList', 'orderedList'),
        fc.constantFrom(1, 1, 3, 9, 99),
        fc.array(fc.tuple(tie('paragraph'), fc.array(tie('block'), { maxLength: 2 })), {
          minLength: 1,
          maxLength: 3,
        }),
      )
      .map(([type, start, items]) => ({
        type,
        ...(type === 'orderedList' ? { attrs: { start } } : {}),
        content: items.map(([first, more]) => ({ type: 'listItem', content: [first, ...more] })),
      })),
    block: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 3, arbitrary: tie('paragraph') },
      { weight: 1, arbitrary: tie('list') },
    ),
  }),
)
const documents = fc
  .array(anyBlock, { minLength: 1, maxLength: 3 })
  .map((content) => documentWith(...content))

/** The visible document, character by character. Bold spaces look like plain ones. */
function seen({ type, content = [], attrs }: JSONContent): unknown {
  if (type !== 'paragraph') {
    const start: unknown = type === 'orderedList' ? attrs?.['start'] : undefined
    return { type, ...(start === undefined ? {} : { start }), content: content.map(seen) }
  }
  return content.flatMap((node) => charactersOf(node.type === 'hardBreak' ? '\n' : (node.text ?? ''), node))
}

function charactersOf(said: string, { marks = [] }: JSONContent): string[] {
  const looks = marks
    .map((mark) => (mark.type === 'link' ? `link to ${mark.attrs?.['href']}` : mark.type))
    .toSorted()
  return Array.from(said, (character) => {
    const shown =
      character.trim() === '' ? looks.filter((look) => look !== 'bold' && look !== 'italic') : looks
    return [character, ...(character === '\n' ? [] : shown)].join(' ')
  })
}

/** The visible text of the payment page, character by character. */
function seenOnPage(block: Block): unknown {
  if ('items' in block) {
    const content = block.items.map((blocks) => ({
      type: 'listItem',
      content: blocks.length === 0 ? [[]] : blocks.map(seenOnPage),
    }))
    return block.start === null
      ? { type: 'bulletList', content }
      : { type: 'orderedList', start: block.start, content }
  }
  return block.runs.flatMap(({ text: said, isBold, isItalic, href: to }) =>
    charactersOf(said, {
      marks: [
        ...(isBold === true ? [{ type: 'bold' }] : []),
        ...(isItalic === true ? [{ type: 'italic' }] : []),
        ...(to === undefined ? [] : [{ type: 'link', attrs: { href: to } }]),
      ],
    }),
  )
}

test('random descriptions stay the same in the editor, the database and the page', { tags: 'long' }, () => {
  fc.assert(
    fc.property(documents, (typed) => {
      const stored = markdownOf(typed)
      if (stored === '') return
      const again = documentOf(stored, 'markdown')
      const shown = says(stored)

      const whole = JSON.stringify(seen(typed))
      const content = typeof shown === 'string' ? shown : shown.map(seenOnPage)
      expect(JSON.stringify(seen(again))).toBe(whole)
      // The page turns URLs in plain text into links.
      const hasAddress = JSON.stringify(typed)
        .replaceAll(/"href":"[^"]*"/g, '')
        .includes('https:')
      const compared = (all: string) => (hasAddress ? all.replaceAll(/ link to [^"]*/g, '') : all)
      expect(compared(JSON.stringify({ type: 'doc', content }))).toBe(compared(whole))
      expect(markdownOf(again)).toBe(stored)
    }),
    { numRuns: 2_000 },
  )
})
