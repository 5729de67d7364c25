import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** A page's links to our own files, each with its target. */
function linksOf(page: string): { link: string; target: string; heading: string | undefined }[] {
  return [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^\w+:/.test(link)) return []
    const [path = '', heading] = link.split('#')
    return [{ link, target: path === '' ? page : posix.join(dirname(page), path), heading }]
  })
}

function headingsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('every link between pages leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    linksOf(page)
      .filter(
        ({ target, heading }) =>
          !existsSync(join(root, target)) || (heading !== undefined && !headingsOf(target).includes(heading)),
      )
      .map(({ link }) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('the docs index links to every page, and the decisions index to every record', () => {
  const listed = ['docs/README.md', 'docs/decisions/README.md'].flatMap((index) =>
    linksOf(index).map(({ target }) => target),
  )
  const indexes = ['docs/README.md']
  expect(pages.filter((page) => page.startsWith('docs/') && ![...listed, ...indexes].includes(page))).toEqual(
    [],
  )
})

test('every file named in the docs exists', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
  const missing = pages
    .filter((page) => page.startsWith('docs/') || !page.includes('/'))
    .flatMap((page) =>
      [...textOf(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|sh|ya?ml))`/g)]
        .map(([, name = '']) => name.replace(/^\.\//, ''))
        .filter((name) => !name.startsWith('/') && !isThere(name))
        .map((name) => `${page}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('at most fifty decision records exist, each with context, decision and alternatives', () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d/.test(page))
  expect(records.length).toBeLessThanOrEqual(50)
  const incomplete = records.filter(
    (page) => !['context', 'decision', 'considered'].every((heading) => headingsOf(page).includes(heading)),
  )
  expect(incomplete).toEqual([])
})
