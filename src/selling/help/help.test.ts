import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { helpFolder } from './read-topics.ts'
import { helpOf, topics } from './topics.ts'

const root = join(import.meta.dirname, '../../..')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const get = async (path: string) => {
  const response = await fetch(`${app.url}${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)

test('every link and picture in the help has a target, including headings', async () => {
  const pages = new Map<string, string>()
  const open = async (path: string): Promise<string> => {
    const known = pages.get(path)
    if (known !== undefined) return known
    const { status, text } = await get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    pages.set(path, text)
    return text
  }
  for (const path of ['/help', ...topics.map(({ slug }) => `/help/${slug}`)]) {
    const text = await open(path)
    const links = [...all(text, /<a [^>]*href="([^"]+)"/g), ...all(text, /<img [^>]*src="([^"]+)"/g)]
    for (const link of links.filter((one) => !/^(?:#|https:)/.test(one))) {
      const [page = '', heading] = link.split('#')
      const target = await open(page)
      if (heading !== undefined) expect(target).toContain(`id="${heading}"`)
    }
  }
})

test('every page has a help topic and every topic is linked from a page', async () => {
  const files = ['routes.tsx', 'settings-routes.tsx'].map((name) =>
    readFile(join(root, 'src/web/app', name), 'utf8'),
  )
  const routes = await Promise.all(files)
  const ofSellers = all(routes.join('\n'), /path: '(\/[^'*]+)'/g).filter((path) => !path.startsWith('/admin'))
  const screens = await readdir(join(root, 'src'), { recursive: true })
  const texts = await Promise.all(
    screens.filter((name) => name.endsWith('.tsx')).map((name) => readFile(join(root, 'src', name), 'utf8')),
  )
  const linked = [
    ...ofSellers.map((path) => helpOf(path.replace(':id', '0197'))),
    ...texts.flatMap((text) => all(text, /href="(\/help\/[a-z-]+)"/g)),
  ]
  expect(new Set(linked)).toEqual(new Set(topics.map(({ slug }) => `/help/${slug}`)))
  expect(helpOf('/forms/details/0197')).toBe('/help/timers')
  expect(helpOf('/sales/0197')).toBe('/help/refunds')
  expect(helpOf('/formsx')).toBe('/help')
})

test('every help file is a page or a picture on one', async () => {
  const files = await readdir(join(root, helpFolder))
  const pictures = await readdir(join(root, helpFolder, 'pictures'))
  const sources = await Promise.all(
    topics.map(({ slug }) => readFile(join(root, helpFolder, `${slug}.md`), 'utf8')),
  )
  const shown = sources.flatMap((source) => all(source, /!\[[^\]]+\]\(pictures\/([^)]+)\)/g))
  expect(files.toSorted()).toEqual([...topics.map(({ slug }) => `${slug}.md`), 'pictures'].toSorted())
  expect(pictures.toSorted()).toEqual(shown.toSorted())
})

test('the help is public, runs no scripts and loads nothing from other sites', async () => {
  const { headers, text } = await get('/help/first-form')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(text).not.toContain('<script')
  expect(text).toContain('<h1>Your first form</h1>'.replace('<h1>', '<h1 id="your-first-form">'))
})

test('a help search finds the pages with all its words and escapes the query', async () => {
  const found = (await get('/help?q=undo+offer')).text
  const nothing = (await get(`/help?q=${encodeURIComponent('<script>"')}`)).text
  expect(found).toContain('href="/help/bumps-and-offers"')
  expect(found).toContain('<p role="status">1 page for “undo offer”</p>')
  expect((await get('/help?q=price')).text.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/ - |\||\.…|…\S/)
  expect(nothing).toContain('No results for “&lt;script&gt;&quot;”')
  expect((await get('/help/nonsense')).status).toBe(404)
  expect((await get('/help/pictures/..%2Ffirst-form.md')).status).toBe(404)
})
