import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedDocument, ledTo } from './pasted-text.ts'
import { writeMarkdown } from './rich-text.ts'

const read = (text: string) => {
  const document = markedDocument(text)
  return document === null ? null : writeMarkdown(document)
}

test.each([
  ['## What you get', '**What you get**'],
  ['### 1. **Los** gehts', '**1. Los gehts**'],
  ['- **Video course**\n- Book', '- **Video course**\n- Book'],
  ['[Read more](https://example.com)', '[Read more](https://example.com)'],
  ['[x](https://www.google.com/url?q=https://example.com/a&sa=D)', '[x](https://example.com/a)'],
  ['One\n\n---\n\nTwo', 'One\n\nTwo'],
  ['Title\n=====\nText', 'Title\n\nText'],
  ['| A | B |\n|---|---|\n| 1 | 2 |', '**A** · **B**\\\n1 · 2'],
  ['| A | 1 |\n| B | **2** |', 'A · 1\\\nB · **2**'],
  ['Now ~~$99~~ $49', 'Now $49'],
  ['~$99~ **$49**', '**$49**'],
  ['- ~~gone~~\n- here', '- here'],
  ['• a\n• b', '- a\n- b'],
  ['1) a\n2) b', '1. a\n2. b'],
  ['- [x] done\n- [ ] open', '- done\n- open'],
  ['**ご注意：**必ず', '**ご注意：**<!-- -->必ず'],
  ['> **Mind** it\n> well', '**Mind** it\\\nwell'],
  ['```\nnpm start\n```', 'npm start'],
  ['**a**<br>b', '**a**\\\nb'],
])('a seller pastes Markdown and sees it formatted: %j', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  'Six weeks',
  '5 * 3 * 2 = 30',
  '- one dash alone',
  'about ~50 to ~60 people',
  '#1 in sales',
  '1. Mai: Beginn',
  'snake_case_name and C:\\_files',
  'a | b',
  '~~~~',
  'Tom & Jerry &amp; [a]',
])('text without clear Markdown is pasted unchanged: %j', (text) => {
  expect(markedDocument(text)).toBeNull()
})

const word = fc.constantFrom('course', 'Übung', '日本', '$49', 'x²', 'هدية', 'two words', '50%', '👨‍👩‍👧')
const inline = fc.oneof(
  { weight: 3, arbitrary: word },
  word.map((said) => `**${said}**`),
  word.map((said) => `*${said}*`),
  word.map((said) => `\`${said}\``),
  word.map((said) => `[${said}](https://example.com/a)`),
)
const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
const lines = (begin: (place: number) => string) =>
  fc
    .array(line, { minLength: 2, maxLength: 4 })
    .map((all) => all.map((one, place) => begin(place) + one).join('\n'))
const table = (head: string) =>
  fc
    .array(fc.tuple(line, line), { minLength: 2, maxLength: 3 })
    .map((rows) =>
      rows.map((cells, place) => `| ${cells.join(' | ')} |${place === 0 ? head : ''}`).join('\n'),
    )
const block = fc.oneof(
  line,
  line.map((said) => `## ${said}`),
  lines(() => '- '),
  lines(() => '• '),
  lines(() => '> '),
  lines((place) => `${place + 1}. `),
  lines((place) => `${place + 1}) `),
  table('\n|---|:-:|'),
  table(''),
  fc.constant('---'),
)
const words = (text: string) =>
  text
    .replaceAll(/\(https:[^)]*\)|^\s*\d[.)] |^[|:-]+$/gm, ' ')
    .replaceAll(/[*|`[\]#>•·-]/g, ' ')
    .split(/\s+/)
    .filter((part) => part !== '')

test('random pasted Markdown keeps every word and loses all its marks', { tags: 'long' }, () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const text = ['## What you get', ...blocks].join('\n\n')
      const document = markedDocument(text)
      const shown = document?.textBetween(0, document.content.size, '\n', '\n') ?? ''

      expect(words(shown)).toEqual(words(text))
      expect(shown).not.toMatch(/[*`#[\]|]|^\s*[->•]|---/m)
    }),
    { numRuns: 3_000 },
  )
})

test.each([
  ['https://www.google.com/url?q=https://example.com/a?b%3D1&sa=D', 'https://example.com/a?b=1'],
  ['https://www.google.de/url?sa=t&url=https%3A%2F%2Fexample.com', 'https://example.com'],
  [
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fa&data=1',
    'https://example.com/a',
  ],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com', 'https://example.com'],
  ['https://www.google.com/url?q=javascript:alert(1)', 'https://www.google.com/url?q=javascript:alert(1)'],
  ['https://example.com/url?q=https://other.example', 'https://example.com/url?q=https://other.example'],
])('a pasted tracking link is replaced by its final target: %s', (address, expected) => {
  expect(ledTo(address)).toBe(expected)
})
