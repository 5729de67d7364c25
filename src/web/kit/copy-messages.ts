/** What is said when a link was copied, exactly as specified. */
export const copyMessages = {
  linkCopied: 'Link Copied to your clipboard!',
  linkCopyFailed: 'Faild to copy Linkto your clipboard!',
} as const
