import type { JsonObject } from '#json.ts'
import type { PriceRecord, ProductRecord, Recurring, TaxRateRecord } from './records.ts'

export function renderProduct(product: ProductRecord): JsonObject {
  return {
    id: product.id,
    object: 'product',
    active: product.active,
    created: product.created,
    default_price: product.default_price,
    description: product.description,
    images: product.images,
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: product.statement_descriptor,
    tax_code: product.tax_code,
    tax_details: null,
    type: 'service',
    unit_label: product.unit_label,
    updated: product.updated,
    url: product.url,
  }
}

export function renderPrice(price: PriceRecord): JsonObject {
  return {
    id: price.id,
    object: 'price',
    active: price.active,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: price.lookup_key,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    recurring: price.recurring === null ? null : renderRecurring(price.recurring),
    tax_behavior: price.tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: price.recurring === null ? 'one_time' : 'recurring',
    unit_amount: price.unit_amount,
    unit_amount_decimal: String(price.unit_amount),
  }
}

function renderRecurring({ interval, interval_count }: Recurring): JsonObject {
  return { interval, interval_count, meter: null, trial_period_days: null, usage_type: 'licensed' }
}

/** The older format of a recurring price, which subscription items still contain. */
export function renderPlan(price: PriceRecord): JsonObject {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

export function renderTaxRate(rate: TaxRateRecord): JsonObject {
  return {
    id: rate.id,
    object: 'tax_rate',
    active: rate.active,
    country: rate.country,
    created: rate.created,
    description: rate.description,
    display_name: rate.display_name,
    effective_percentage: Number(rate.percentage),
    flat_amount: null,
    inclusive: rate.inclusive,
    jurisdiction: rate.jurisdiction,
    jurisdiction_level: null,
    livemode: false,
    metadata: rate.metadata,
    percentage: Number(rate.percentage),
    rate_type: 'percentage',
    state: null,
    tax_type: null,
  }
}
