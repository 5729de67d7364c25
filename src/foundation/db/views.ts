import type {
  MembersView,
  PasskeysView,
  SecondFactorsView,
  SellersView,
  SessionsView,
  UsersView,
} from './tables/identity.ts'
import type { ApiKeysView } from './tables/api-keys.ts'
import type { WebhookEndpointsView } from './tables/webhook-endpoints.ts'
import type { BuyerDetailsView, SellerDetailsView } from './tables/invoice-details.ts'
import type { InvoiceSeriesView, InvoicesView } from './tables/invoices.ts'
import type { PlanSubscriptionsView } from './tables/billing.ts'
import type {
  InvitationsView,
  PermissionsView,
  RolePermissionsView,
  RolesView,
  UserRolesView,
} from './tables/roles.ts'
import type { MailsView, SchedulesView, UploadsView, WebhookEventsView } from './tables/work.ts'
import type {
  BumpsView,
  FormBumpsView,
  FormOfferSequenceView,
  FormPricesView,
  FormsView,
  FurtherPriceHistoryView,
  OffersView,
  PriceHistoryView,
  TimersView,
} from './tables/products.ts'
import type { TaxesView, TaxRegionsView, VatNumbersView } from './tables/taxes.ts'
import type { FormVersionsView } from './tables/form-versions.ts'
import type { CouponCodesView, CouponsView, RedemptionsView } from './tables/coupons.ts'
import type { CardTestingAttacksView } from './tables/card-testing.ts'
import type { PaymentDomainsView } from './tables/payment-domains.ts'
import type { EventsView } from './tables/events.ts'
import type { CustomersView } from './tables/customers.ts'
import type { NoticesView } from './tables/notices.ts'
import type { ConsentsView, FileOpeningsView, SellerPoliciesView } from './tables/consumer-law.ts'
import type {
  BookDifferencesView,
  DisputesView,
  FormViewsView,
  PurchaseTransitionsView,
  PurchasesView,
  RefundsView,
} from './tables/purchases.ts'
import type { PurchaseLinesView } from './tables/purchase-lines.ts'
import type { PurchaseAnswersView } from './tables/form-content.ts'
import type { ShownOffersView } from './tables/upsells.ts'
import type { StatedPurchasesView, WithdrawalsView, WithdrawnPurchasesView } from './tables/withdrawals.ts'
import type { SubscriptionsView } from './tables/subscriptions.ts'
import type { FormRecoveryView } from './tables/recoveries.ts'
import type { PayoutOutcomesView } from './tables/payouts.ts'

/**
 * The columns that domains let others read. A test compares them with the database. The table's owner owns
 * the view, which everyone can read and no one can change.
 */
export type Views = {
  apiKeysView: ApiKeysView
  usersView: UsersView
  sessionsView: SessionsView
  secondFactorsView: SecondFactorsView
  passkeysView: PasskeysView
  sellersView: SellersView
  membersView: MembersView
  sellerDetailsView: SellerDetailsView
  buyerDetailsView: BuyerDetailsView
  planSubscriptionsView: PlanSubscriptionsView
  permissionsView: PermissionsView
  rolesView: RolesView
  rolePermissionsView: RolePermissionsView
  userRolesView: UserRolesView
  invitationsView: InvitationsView
  uploadsView: UploadsView
  bumpsView: BumpsView
  offersView: OffersView
  taxesView: TaxesView
  taxRegionsView: TaxRegionsView
  vatNumbersView: VatNumbersView
  couponsView: CouponsView
  couponCodesView: CouponCodesView
  formsView: FormsView
  formBumpsView: FormBumpsView
  formOfferSequenceView: FormOfferSequenceView
  formPricesView: FormPricesView
  formVersionsView: FormVersionsView
  formRecoveryView: FormRecoveryView
  timersView: TimersView
  priceHistoryView: PriceHistoryView
  furtherPriceHistoryView: FurtherPriceHistoryView
  paymentDomainsView: PaymentDomainsView
  customersView: CustomersView
  eventsView: EventsView
  webhookEndpointsView: WebhookEndpointsView
  noticesView: NoticesView
  sellerPoliciesView: SellerPoliciesView
  formViewsView: FormViewsView
  shownOffersView: ShownOffersView
  withdrawalsView: WithdrawalsView
  withdrawnPurchasesView: WithdrawnPurchasesView
  statedPurchasesView: StatedPurchasesView
  purchasesView: PurchasesView
  purchaseLinesView: PurchaseLinesView
  purchaseAnswersView: PurchaseAnswersView
  purchaseTransitionsView: PurchaseTransitionsView
  consentsView: ConsentsView
  fileOpeningsView: FileOpeningsView
  bookDifferencesView: BookDifferencesView
  redemptionsView: RedemptionsView
  refundsView: RefundsView
  disputesView: DisputesView
  invoicesView: InvoicesView
  invoiceSeriesView: InvoiceSeriesView
  cardTestingAttacksView: CardTestingAttacksView
  subscriptionsView: SubscriptionsView
  payoutOutcomesView: PayoutOutcomesView
  webhookEventsView: WebhookEventsView
  mailsView: MailsView
  schedulesView: SchedulesView
}
