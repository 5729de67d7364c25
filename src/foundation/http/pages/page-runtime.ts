/** What the buyers' pages run on. They are written for React; Preact's compatible half of it is 60 kB lighter. */
export type PageRuntime = 'preact' | 'react'

/** The build setting PAGE_RUNTIME; throws on anything but its two values. */
export function readPageRuntime(env: Readonly<Record<string, string | undefined>>): PageRuntime {
  const value = env['PAGE_RUNTIME'] ?? ''
  if (value === 'react') return 'react'
  if (value === '' || value === 'preact') return 'preact'
  throw new Error(`PAGE_RUNTIME must be preact or react, not ${value}`)
}

/** Where the front end is built to, and served from, below the product's root: each runtime has a build of its own. */
export function buildFolder(runtime: PageRuntime): string {
  return runtime === 'react' ? 'dist-react' : 'dist'
}
