/** The toasts about the shop. */
export const shopMessages = {
  saved: 'Shop saved',
  sitesSaved: 'Sites saved',
  failed: 'Something went wrong when saving the shop',
} as const
