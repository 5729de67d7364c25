import { z } from 'zod'
import { notificationKinds } from '../kinds.ts'
import type { DeviceRow } from './store.ts'

/** A device as its member takes it along: whose push service reaches it, and what it is told. Its keys open nothing elsewhere. */
export const exportedDevice = z.object({
  service: z.string(),
  kinds: z.array(z.enum(notificationKinds)),
  showsBuyer: z.boolean(),
  createdAt: z.iso.datetime(),
})

export function exportDevice({ endpoint, kinds, showsBuyer, createdAt }: DeviceRow) {
  return { service: new URL(endpoint).hostname, kinds, showsBuyer, createdAt: createdAt.toISOString() }
}
