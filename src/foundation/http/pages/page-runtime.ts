/** The libraries for buyers' pages. They are written for React; Preact's compatible API is 60 kB smaller. */
export type PageRuntime = 'preact' | 'react'

/** Reads the build setting PAGE_RUNTIME. Throws if it has neither of its two values. */
export function readPageRuntime(env: Readonly<Record<string, string | undefined>>): PageRuntime {
  const value = env['PAGE_RUNTIME'] ?? ''
  if (value === 'react') return 'react'
  if (value === '' || value === 'preact') return 'preact'
  throw new Error(`PAGE_RUNTIME must be preact or react, not ${value}`)
}

/** The folder of the built front end below the product's root. Each library has its own. */
export function buildFolder(runtime: PageRuntime): string {
  return runtime === 'react' ? 'dist-react' : 'dist'
}
