import type { ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { foreignUnless, type Foreign } from '#foundation/language/translations.ts'
import { detailsSizes } from '#buying/checkout/description/description.ts'
import type { ShownBlock, ShownItem } from '../../blocks/shown-blocks.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { Blocks } from '../details/description.tsx'
import { frames, Picture } from '../details/picture.tsx'

type Props = { readonly data: PaymentPageData }
type BlockProps = Props & { readonly block: ShownBlock }

/**
 * The seller's blocks. Only the server and the preview render them. Their style rules are in `page/block-style.ts`, so
 * that pages without blocks do not have them.
 */
export function PageBlocks({ data }: Props) {
  return (
    <>
      {data.blocks?.map((block) => {
        const Content = contents[block.kind]
        return (
          <section key={block.id} className={`b-${block.kind}`}>
            <Content block={block} data={data} />
          </section>
        )
      })}
      {data.unavailable === null && (
        <a href="#email" className="b-pay button-quiet">
          {t('Continue to payment')}
        </a>
      )}
    </>
  )
}

const contents: Readonly<Record<ShownBlock['kind'], (props: BlockProps) => ReactNode>> = {
  inside: Inside,
  faq: Faq,
  proof: Proof,
  person: Person,
  text: Words,
  picture: PictureBlock,
  logos: Logos,
}

type Told = Pick<ShownBlock | ShownItem, 'title' | 'translated'>

function langOf(
  { translated }: Told,
  name: 'title' | 'text',
  { foreign }: PaymentPageData,
): Foreign | undefined {
  return foreignUnless(translated?.includes(name), foreign)
}

function Heading({ block, data }: BlockProps) {
  return block.title === '' ? null : <h2 {...langOf(block, 'title', data)}>{block.title}</h2>
}

function Text({ of, data }: Props & { readonly of: ShownBlock | ShownItem }) {
  return of.text.length === 0 ? null : (
    <div {...langOf(of, 'text', data)} className="b-words">
      <Blocks blocks={of.text} />
    </div>
  )
}

function Inside({ block, data }: BlockProps) {
  return (
    <>
      <Heading block={block} data={data} />
      <ul>
        {block.items.map((item, place) => (
          <li key={place} {...langOf(item, 'title', data)}>
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <circle cx="10" cy="10" r="10" />
              <path d="M5.8 10.4l2.8 2.8 5.6-6" />
            </svg>
            <span>{item.title}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Faq({ block, data }: BlockProps) {
  return (
    <>
      <Heading block={block} data={data} />
      <div className="b-list">
        {block.items.map((item, place) => (
          <details key={place}>
            <summary {...langOf(item, 'title', data)}>
              <span>{item.title}</span>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="M5 7.5l5 5 5-5" />
              </svg>
            </summary>
            <Text of={item} data={data} />
          </details>
        ))}
      </div>
    </>
  )
}

/** Typed testimonials. The page says that they are the shop's own selection. */
function Proof({ block, data }: BlockProps) {
  return (
    <>
      <Heading block={block} data={data} />
      <div className="b-quotes">
        {block.items.map((item, place) => (
          <figure key={place}>
            <blockquote>
              <Text of={item} data={data} />
            </blockquote>
            <figcaption>
              {item.image !== null && <Picture isLazy image={item.image} alt="" sizes="2.5rem" />}
              <span {...langOf(item, 'title', data)}>{item.title}</span>
            </figcaption>
          </figure>
        ))}
      </div>
      <p className="b-note">
        {t('Chosen and entered by {shop}. These statements were not verified.', { shop: data.sellerName })}
      </p>
    </>
  )
}

function Person({ block, data }: BlockProps) {
  return (
    <>
      {block.image !== null && <Picture isLazy image={block.image} alt="" sizes="6rem" />}
      <div>
        <Heading block={block} data={data} />
        <Text of={block} data={data} />
      </div>
    </>
  )
}

function Words({ block, data }: BlockProps) {
  return (
    <>
      <Heading block={block} data={data} />
      <Text of={block} data={data} />
    </>
  )
}

function PictureBlock({ block, data }: BlockProps) {
  if (block.image === null) return null
  return (
    <figure>
      <Picture
        isLazy
        image={block.image}
        alt={block.title}
        sizes={detailsSizes}
        className={frames[data.form.imageFit]}
      />
      {block.text.length > 0 && (
        <figcaption>
          <Text of={block} data={data} />
        </figcaption>
      )}
    </figure>
  )
}

function Logos({ block, data }: BlockProps) {
  return (
    <>
      <Heading block={block} data={data} />
      <ul>
        {block.items.map((item, place) => (
          <li key={place}>
            {item.image !== null && (
              <Picture isLazy image={item.image} alt={item.title} sizes="10rem" className="plated" />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
