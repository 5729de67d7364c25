/** The texts of the toasts about the shop. */
export const shopMessages = {
  saved: 'Shop saved',
  failed: 'Something went wrong when saving the shop',
} as const
