/** What is said when a link was copied, exactly as specified. */
export const linkMessages = {
  copied: 'Link Copied to your clipboard!',
  failed: 'Faild to copy Linkto your clipboard!',
} as const
