import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dark, light } from '#foundation/http/pages/palette.ts'
import { button, small, text } from './mail-body.ts'
import { openMailMarkup } from './mail-markup.ts'

const markup = await openMailMarkup({ root: join(import.meta.dirname, '../../..'), built: 'dist' })

const html = markup().renderMail({
  heading: 'Thank you, <b>Bea</b>',
  parts: [
    text('Here is your receipt.'),
    {
      kind: 'bill',
      rows: [{ label: 'A course & more', amount: '$49.00' }],
      total: '$49.00',
    },
    { kind: 'message', text: 'See you\n<script>alert(1)</script>' },
    { kind: 'list', title: 'Your downloads', items: ['Book.pdf', 'Book.pdf'] },
    button('View your purchase', 'https://shop.example/purchases/1?a=1&key="x"'),
    { kind: 'links', links: [{ label: 'Invoice as a PDF', url: 'https://shop.example/invoice.pdf' }] },
    { kind: 'links', links: [{ label: 'Unsubscribe', url: 'https://shop.example/stop' }], isSmall: true },
    small('Purchase 1.', 'Sold by Juniper Studio.'),
  ],
})

test('an email shows its parts in order with typed text escaped', () => {
  const words = html
    .replace(/<style>.*<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

  expect(words).toBe(
    'Tillform Thank you, &lt;b>Bea&lt;/b> Here is your receipt. A course &amp; more $49.00 Total $49.00 ' +
      'See you &lt;script>alert(1)&lt;/script> Your downloads Book.pdf Book.pdf View your purchase ' +
      'Invoice as a PDF Unsubscribe Purchase 1. Sold by Juniper Studio.',
  )
  expect(html).toContain('href="https://shop.example/purchases/1?a=1&amp;key=&quot;x&quot;"')
  // An email from Tillform itself has our color.
  expect(html).toContain('background:#7f1ccf;border:1px solid #7f1ccf;color:#ffffff')
})

test('an email is self-contained, with inline styles in the pages’ palette', () => {
  expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
  const [head = '', body = ''] = html.split('<body')
  expect(html).not.toMatch(/<(?:link|script|img)|var\(--|@import|url\(/)
  expect(body).not.toContain('<style')
  expect(body).toContain(`background:${light.page}`)
  expect(body).toContain(`color:${light.ink}`)
  // The style sheet is only for dark mode. Mail programs that ignore it show the light version.
  expect(head).toMatch(
    /<style>:root\{color-scheme:light dark\}@media \(prefers-color-scheme:dark\)\{.*\}<\/style>/,
  )
  expect(head).toContain(`.page{background:${dark.page}!important;color:${dark.ink}!important}`)
  for (const [, name = ''] of body.matchAll(/class="([a-z]+)"/g)) expect(head).toContain(`.${name}{`)
  // A light color without a dark counterpart would be unreadable in dark mode.
  for (const [tag] of body.matchAll(/<[^>]*(?:[";]color|background):[^>]*>/g))
    expect(tag).toContain('class="')
})

test('URLs become links in an email with a seller’s message but not in an email with a visitor’s message', () => {
  const said = 'Join https://chat.example.com/a or write to help@example.com.\njavascript:alert(1)'
  const mailOf = (part: { hasLinks?: true }) =>
    markup().renderMail({ heading: 'Hello', parts: [{ kind: 'message', text: said, ...part }] })

  expect([...mailOf({ hasLinks: true }).matchAll(/ href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://chat.example.com/a',
    'mailto:help@example.com',
  ])
  expect(mailOf({})).not.toContain(' href=')
})
