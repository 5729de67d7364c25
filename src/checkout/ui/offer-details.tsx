import { cycleText, durationText } from '#subscriptions/plan-text.ts'
import type { PaymentPageData } from '../page-data.ts'
import { formPrice } from './form-price.ts'
import { Video } from './video.tsx'

/** What the buyer gets: picture or video, title, seller, price, description. */
export function OfferDetails({ data }: { readonly data: PaymentPageData }) {
  const { form } = data
  return (
    <article className="grid min-w-0 content-start gap-5">
      {form.videoId !== null ? (
        <Video id={form.videoId} title={form.title} />
      ) : form.image !== null ? (
        <img src={form.image} alt="" width={960} height={540} className="picture aspect-video w-full" />
      ) : null}
      <header className="grid gap-2">
        <p className="text-muted text-sm wrap-anywhere">{data.sellerName}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere sm:text-3xl">
          {form.title}
        </h1>
        <p className="text-xl tabular-nums">
          {formPrice(data.pricing, data.quote.issuedAt)}
          {data.pricing.plan !== null && (
            <span className="text-muted text-base"> {cycleText(data.pricing.plan)}</span>
          )}
        </p>
        {data.pricing.plan !== null && (
          <p className="text-sm font-medium">{durationText(data.pricing.plan, data.quote.issuedAt)}</p>
        )}
      </header>
      <Description text={form.description} />
    </article>
  )
}

const foldedLength = 900

/** A long text is folded after its first part, so that paying stays within reach on a phone. */
function Description({ text }: { readonly text: string }) {
  const cut = text.length > foldedLength ? foldAt(text) : text.length
  return (
    <div className="text-muted leading-relaxed wrap-anywhere">
      <p className="whitespace-pre-line">{text.slice(0, cut)}</p>
      {cut < text.length && (
        <details className="mt-2">
          <summary className="text-accent cursor-pointer py-1 font-medium">Read more</summary>
          <p className="mt-2 whitespace-pre-line">{text.slice(cut).trimStart()}</p>
        </details>
      )}
    </div>
  )
}

/** The end of a paragraph, else of a sentence, else of a word, in the second half of what is shown. */
function foldAt(text: string): number {
  const shown = text.slice(0, foldedLength)
  const ends = ['\n', '. ', ' '].map((end) => shown.lastIndexOf(end) + 1)
  return ends.find((end) => end > foldedLength / 2) ?? foldedLength
}
