import {
  CircleHelp,
  Image,
  Images,
  ListChecks,
  type LucideIcon,
  MessageSquareQuote,
  Text,
  UserRound,
} from 'lucide-react'
import type { BlockKind } from '#foundation/db/tables/form-content.ts'

export const blockIcons: Readonly<Record<BlockKind, LucideIcon>> = {
  inside: ListChecks,
  faq: CircleHelp,
  text: Text,
  picture: Image,
  person: UserRound,
  logos: Images,
  proof: MessageSquareQuote,
}
