/** Leaves an element's HTML from the server unchanged. This needs no script, because nothing is ever inserted. */
export const asRendered = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const
