import { expect } from 'vitest'
import { mendAddress } from './mend-address.ts'

export const id = '01a22268-e1f8-7cc1-9e0a-0d3c4d5e6f70'
export const key = 'abc_DEF-1_dlGhi-'
export const price = '01a22268-e1f8-7cc1-9e0a-0d3c4d5e6f71'

/** Punctuation from many scripts that can follow a link in a sentence, Markdown, HTML or an email. */
export const behind = [
  ...Array.from('.,;:!)]}>"\'*`…”’»›」』】》）。、，；：！？؟،؛۔।॥෴།·•🙂✉️|~^$+@\\'),

  '**',
  '~~',
  ').',
  '">',
  '<br>',
  '</a>',
  ' ',
  ' - ',
  '\u200b',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\t',
  '\r\n',
  ' via WhatsApp',
  '\u3000text',
  'をご覧ください',
  '来自微信',
  ' (free)',
]
export const before = [
  ...Array.from('([{<"\'*`“„«‹‘「『【《（。،•>_~'),
  '**',
  ' ',
  '\u200b',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '\r\n',
  '=\n',
  '🙂',
]
export const pages = [
  `/payment/${id}`,
  '/s/yrqef8c',
  `/my/${id}`,
  `/withdraw/${id}`,
  `/cancel-contract/${id}`,
  `/purchases/${id}`,
]

/** Text as browsers, chats and email programs send it, percent-encoded fully or only where needed. */
export const sent = (text: string) => [
  encodeURIComponent(text),
  encodeURI(text).replaceAll('?', '%3F').replaceAll('&', '%26'),
]

export const expectMended = (address: string, page: string) => {
  expect([address, mendAddress(address)]).toEqual([address, page])
  expect([page, mendAddress(page)]).toEqual([page, null])
}
