import { t } from '#foundation/language/t.ts'

/** The time left in days, such as "3 days left". On the last day, a countdown that includes the last second. */
export function remainingText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const days = Math.floor(seconds / 86_400)
  if (days > 0) return t('{days, plural, one {# day left} other {# days left}}', { days })
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}

/** What a screen reader announces as time runs out: four times in total, and not while there is plenty of time. */
export function remainingAnnouncement(milliseconds: number): string {
  if (milliseconds <= 30_000) return t('Less than 30 seconds left')
  if (milliseconds <= 60_000) return t('Less than a minute left')
  if (milliseconds <= 300_000) return t('Less than 5 minutes left')
  return milliseconds <= 600_000 ? t('Less than 10 minutes left') : ''
}
