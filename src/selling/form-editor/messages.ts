import { t } from '#foundation/language/t.ts'

/** Texts of the form screens. Those about links, creating and updating are word for word from the specification. */
export const formMessages = {
  created: () => t('form created successfully'),
  updated: () => t('form updated successfully'),
  createFailed: () => t('Something went wrong when creating form'),
  updateFailed: () => t('Something went wrong when updating form'),
  notSaved: () => t('Nothing was saved. What you typed is still here.'),
  paused: () => t('Sales paused'),
  resumed: () => t('Sales resumed'),
  deleteFailed: () => t('Something went wrong when deleting form'),
  shortLinkCopied: () => t('Short link copied to your clipboard!'),
  embedCodeCopied: () => t('Embed code copied to your clipboard!'),
  embedCodeCopyFailed: () => t('Failed to copy embed code to clipboard!'),
  shortLinkCopyFailed: () => t('Failed to copy short link to clipboard!'),
} as const
