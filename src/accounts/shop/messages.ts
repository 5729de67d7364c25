import { t } from '#foundation/language/t.ts'

export const shopMessages = {
  saved: () => t('Shop saved'),
  sitesSaved: () => t('Sites saved'),
  failed: () => t('Something went wrong when saving the shop'),
} as const
