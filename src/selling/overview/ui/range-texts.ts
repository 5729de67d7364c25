import type { Range } from '#selling/sales/dashboard/dashboard-wire.ts'

/** What a time is called: to choose it, above its numbers, and what they are compared with. */
export const rangeTexts: Readonly<
  Record<Range, { readonly label: string; readonly title: string; readonly comparison: string }>
> = {
  today: {
    label: 'Today',
    title: 'Today',
    comparison: 'Compared with yesterday up to the same time.',
  },
  '7d': {
    label: '7 days',
    title: 'The last 7 days',
    comparison: 'Compared with the 7 days before, up to the same time of day.',
  },
  '30d': {
    label: '30 days',
    title: 'The last 30 days',
    comparison: 'Compared with the 30 days before, up to the same time of day.',
  },
  '90d': {
    label: '90 days',
    title: 'The last 90 days',
    comparison: 'Compared with the 90 days before, up to the same time of day.',
  },
  '12m': {
    label: '12 months',
    title: 'The last 12 months',
    comparison: 'Compared with the 12 months before, up to the same day and time.',
  },
}
