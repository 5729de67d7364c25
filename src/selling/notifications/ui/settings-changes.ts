import { notificationKinds } from '../kinds.ts'
import type { NotificationSettings } from '../settings-contract.ts'

type Changes = {
  readonly kinds: Partial<NotificationSettings['kinds']>
  readonly zone: string | undefined
  readonly quiet: NotificationSettings['quiet'] | undefined
}

/** What was chosen here: nothing else is saved, so that what was chosen on another device meanwhile stays. */
export function changesOf(before: NotificationSettings, shown: NotificationSettings): Changes {
  const changed = notificationKinds.filter((kind) => shown.kinds[kind] !== before.kinds[kind])
  const isQuietChanged = shown.quiet?.from !== before.quiet?.from || shown.quiet?.to !== before.quiet?.to
  return {
    kinds: Object.fromEntries(changed.map((kind) => [kind, shown.kinds[kind]])),
    zone: shown.zone === before.zone ? undefined : shown.zone,
    quiet: isQuietChanged ? shown.quiet : undefined,
  }
}

/** What is shown after a save: what is stored now, and what was chosen while it was saved. */
export function shownAfter(
  saved: NotificationSettings,
  sent: NotificationSettings,
  shown: NotificationSettings,
): NotificationSettings {
  const { kinds, zone = saved.zone, quiet = saved.quiet } = changesOf(sent, shown)
  return { kinds: { ...saved.kinds, ...kinds }, zone, quiet }
}
