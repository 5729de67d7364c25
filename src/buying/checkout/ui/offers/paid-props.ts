import type { PaymentPageData } from '../../page/page-data.ts'
import type { Receipt } from '../payment/flow.ts'
import type { ProviderScript } from '../form/provider-script.ts'

export type PaidProps = {
  readonly receipt: Receipt
  readonly data: PaymentPageData
  readonly provider: ProviderScript
  readonly onStartOver: () => void
}
