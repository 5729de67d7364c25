/** The runtime of buyers' pages. They are written for React; Preact's compatible API is 60 kB smaller. */
export type PageRuntime = 'preact' | 'react'

/** The build setting PAGE_RUNTIME; throws on anything but its two values. */
export function readPageRuntime(env: Readonly<Record<string, string | undefined>>): PageRuntime {
  const value = env['PAGE_RUNTIME'] ?? ''
  if (value === 'react') return 'react'
  if (value === '' || value === 'preact') return 'preact'
  throw new Error(`PAGE_RUNTIME must be preact or react, not ${value}`)
}

/** The front end's build folder below the product's root: each runtime has its own. */
export function buildFolder(runtime: PageRuntime): string {
  return runtime === 'react' ? 'dist-react' : 'dist'
}
