import { escapeHtml, frameDocument } from '#foundation/http/contract/document.ts'
import { helpStyle } from './help-style.ts'
import type { Topic } from './read-topics.ts'
import type { Found } from './search-topics.ts'

/** What the help shows: its beginning, one page of it, what a search has found, or that there is no such page. */
export type HelpPage =
  | { readonly kind: 'start' }
  | { readonly kind: 'topic'; readonly topic: Topic }
  | { readonly kind: 'found'; readonly query: string; readonly found: readonly Found[] }
  | { readonly kind: 'none' }

/** The whole document of a page of the help; it needs no script. */
export function writeHelpPage(topics: readonly Topic[], page: HelpPage, nonce: string): string {
  const current = page.kind === 'topic' ? page.topic.slug : undefined
  const body = `<a class="skip" href="#content">Skip to content</a>
<header><div class="bar"><a class="brand" href="/help"><img src="/favicon.svg" alt="" width="32" height="32">Tillform Help</a><a href="/">Open Tillform</a>
<form role="search" action="/help"><input type="search" name="q" aria-label="Search the help" placeholder="Search the help" maxlength="100" value="${escapeHtml(page.kind === 'found' ? page.query : '')}"><button>Search</button></form></div></header>
<div class="columns"><nav aria-label="Help"><ol>${topics.map((one) => linkTo(one, one.slug === current)).join('')}</ol></nav>
<main id="content" tabindex="-1">${contentOf(topics, page)}</main></div>`
  return frameDocument(
    { title: `${titleOf(page)}Tillform Help`, robots: 'all', icon: '/favicon.svg', styles: helpStyle, body },
    nonce,
  )
}

function titleOf(page: HelpPage): string {
  if (page.kind === 'topic') return `${page.topic.title} · `
  return page.kind === 'found' ? `Search: ${page.query} · ` : ''
}

function linkTo({ slug, title }: Topic, isCurrent: boolean): string {
  const current = isCurrent ? ' aria-current="page"' : ''
  return `<li><a href="/help/${slug}"${current}>${escapeHtml(title)}</a></li>`
}

function contentOf(topics: readonly Topic[], page: HelpPage): string {
  switch (page.kind) {
    case 'start':
      return `<h1>How can we help?</h1><p>From your first form to your payouts, in ten short pages.</p>${cards(topics.map((topic) => ({ topic, excerpt: [topic.about] })))}${asking}`
    case 'topic':
      return page.topic.html + turning(topics, page.topic) + asking
    case 'found':
      return foundPages(page)
    case 'none':
      return `<h1>This page of the help is not there</h1><p>It may have another address now. <a href="/help">All pages of the help</a></p>`
  }
}

function foundPages({ query, found }: Extract<HelpPage, { kind: 'found' }>): string {
  const count = found.length === 1 ? '1 page' : `${found.length} pages`
  const says =
    found.length === 0
      ? `Nothing says “${escapeHtml(query)}”. Try another word, or <a href="/help">look through all pages</a>.`
      : `${count} for “${escapeHtml(query)}”`
  return `<h1>Search the help</h1><p role="status">${says}</p>${cards(found)}${asking}`
}

const asking = '<p>Not answered? <a href="/contact-us">Write to us</a>.</p>'

function cards(shown: readonly Found[]): string {
  const items = shown.map(
    ({ topic, excerpt }) =>
      `<li><a href="/help/${topic.slug}"><strong>${escapeHtml(topic.title)}</strong>${excerpt.map(marked).join('')}</a></li>`,
  )
  return items.length === 0 ? '' : `<ul class="cards">${items.join('')}</ul>`
}

function marked(piece: string, index: number): string {
  return index % 2 === 1 ? `<mark>${escapeHtml(piece)}</mark>` : escapeHtml(piece)
}

function turning(topics: readonly Topic[], topic: Topic): string {
  const at = topics.indexOf(topic)
  const [before, after] = [topics[at - 1], topics[at + 1]]
  const link = (to: Topic | undefined, text: (title: string) => string) =>
    to === undefined ? '<span></span>' : `<a href="/help/${to.slug}">${escapeHtml(text(to.title))}</a>`
  return `<div class="turn">${link(before, (title) => `← ${title}`)}${link(after, (title) => `${title} →`)}</div>`
}
