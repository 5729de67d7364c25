/** Keeps the server's markup of an element, which needs no script: nothing is ever inserted. */
export const asRendered = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
} as const
