import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { linkedText } from './linked-text.ts'

const linksOf = (text: string) =>
  linkedText(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [[shown, href]]))

test.each([
  ['Join here: https://chat.example.com/invite/abc and write', 'https://chat.example.com/invite/abc'],
  ['(https://example.com/a)', 'https://example.com/a'],
  ['See https://example.com/a_(b), then', 'https://example.com/a_(b)'],
  ['https://example.com/a?b=1&c=2#d.', 'https://example.com/a?b=1&c=2#d'],
  ['“https://example.com”', 'https://example.com'],
  ['こちらhttps://example.com/a。次', 'https://example.com/a'],
  ['**https://example.com**', 'https://example.com'],
  ['<https://example.com>', 'https://example.com'],
  ['HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A'],
  ['https://müller.example/über', 'https://müller.example/über'],
  ['http://localhost:4000/a', 'http://localhost:4000/a'],
])('the address in "%s" is linked', (text, address) => {
  expect(linksOf(text)).toEqual([[address, address]])
})

test('text beginning with www. and email addresses become links', () => {
  expect(linksOf('or www.example.com/start, thanks!')).toEqual([
    ['www.example.com/start', 'https://www.example.com/start'],
  ])
  expect(linksOf('Mail help@example.com.')).toEqual([['help@example.com', 'mailto:help@example.com']])
  expect(linksOf('mailto:anna+shop@müller.example?')).toEqual([
    ['anna+shop@müller.example', 'mailto:anna%2Bshop@müller.example'],
  ])
  expect(linksOf('a?cc=evil@example.com')).toEqual([
    ['a?cc=evil@example.com', 'mailto:a%3Fcc%3Devil@example.com'],
  ])
})

test.each([
  'javascript:alert(1)',
  'javascript://https%3a//example.com',
  'data:text/html,https',
  'https://good.example@evil.example/',
  'https://good.example\\@evil.example',
  'https://',
  'www.',
  'www.example',
  'anna@localhost',
  '@handle and 5 @ 3',
  'https://exa\u00admple.com',
])('links in "%s" lead only to the address they show', (text) => {
  for (const [shown = '', href = ''] of linksOf(text)) {
    expect(href.startsWith('mailto:') || shown === href).toBe(true)
    expect(new URL(href).username).toBe('')
    if (href.startsWith('http')) expect(shown).toContain(new URL(href).host)
  }
})

test('the pieces of a linked text add up to the whole text', () => {
  const text = 'a https://example.com. b help@example.com, www.example.com/x) https://a:b@c.example\n\nEnd 🎉'
  expect(
    linkedText(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  expect(linkedText('')).toEqual([])
})

test('text crafted to slow down link detection is still processed quickly', () => {
  const busy = busyTime(() => {
    for (const part of ['a.', 'https://', 'www.', 'a@', 'a@b.', ')', 'https://x(', '!'])
      linkedText(part.repeat(5_000))
  })
  expect(busy).toBeLessThan(5_000)
})

test.each([
  ['Join us: t.me/mychannel.', 't.me/mychannel'],
  ['or wa.me/491701234567!', 'wa.me/491701234567'],
  ['discord.gg/abc123', 'discord.gg/abc123'],
  ['(calendly.com/anna/30min)', 'calendly.com/anna/30min'],
  ['Log in at academy.example.com/login, then', 'academy.example.com/login'],
  ['youtube.com/@anna', 'youtube.com/@anna'],
  ['こちらt.me/x。次', 't.me/x'],
  ['Example.com:8443/A?b=c#d', 'Example.com:8443/A?b=c#d'],
])('the address without a scheme in "%s" is linked', (text, address) => {
  expect(linksOf(text)).toEqual([[address, `https://${address}`]])
})

test.each([
  'e.g. this/that',
  'e.g./i.e.',
  'a.m./p.m.',
  'file.txt',
  'file.txt/notes.pdf',
  '1.5/2',
  '49.90/month',
  '31.12/1.1',
  'and/or',
  'Done.Please/visit',
  'example.com',
  'example.com/',
  'example.com/ and',
  './a.me/x',
  '1.2.de',
  'müt.me/x',
  'good:t.me/x',
])('nothing in "%s" is linked', (text) => {
  expect(linksOf(text)).toEqual([])
})

test('links in a very long text are found quickly', () => {
  const busy = busyTime(() => {
    for (const part of ['a', 'a.', 'a-', '1.', 'a.de', 'a.de/', 'a@']) linkedText(part.repeat(20_000))
  })
  expect(busy).toBeLessThan(2000)
})
