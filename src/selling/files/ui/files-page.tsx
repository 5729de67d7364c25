import { useQuery } from '@tanstack/react-query'
import { Files } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { hasWords } from '#foundation/typed/fold-text.ts'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import type { ListedFile } from '../contract.ts'
import { FileCard } from './file-card.tsx'
import { fileKind } from './file-kind.ts'
import { filesQuery } from './queries.ts'

/** Everything that is stored to be sold: what it is, what sells it, and how often it was opened. */
export function FilesPage() {
  return (
    <SettingsSubpage
      title="Files"
      lead="What your buyers get, and what sells it. A new version reaches everybody who bought the old one."
      width="wide"
      query={useQuery(filesQuery)}
      loading={{ label: 'Loading files', blocks: ['h-28', 'h-28', 'h-28'] }}
    >
      {(data) => <FileList files={data.data} />}
    </SettingsSubpage>
  )
}

function FileList({ files }: { readonly files: readonly ListedFile[] }) {
  const [parameters, setParameters] = useSearchParams()
  const sought = parameters.get('q') ?? ''
  if (files.length === 0) {
    return (
      <EmptyState
        icon={<Files aria-hidden className="size-8" />}
        title="Your files will appear here"
        text="Attach files to a form, a bump or an offer: buyers get them after paying."
      />
    )
  }
  const found = new Set(files.filter((file) => holds(file, sought)))
  return (
    <div className="grid grid-cols-1 gap-5">
      <SearchBox
        label="Search files"
        value={sought}
        found={found.size}
        onSearch={(q) => setParameters(q === '' ? {} : { q }, { replace: true, preventScrollReset: true })}
      />
      {found.size === 0 && (
        <p className="panel p-6 text-pretty text-muted">No file has that in its name, kind or uses.</p>
      )}
      {/* All of them stay: one may be sending its new version. */}
      <ul aria-label="Files" hidden={found.size === 0} className="grid grid-cols-1 gap-3">
        {files.map((file) => (
          <FileCard key={file.id} file={file} isHidden={!found.has(file)} />
        ))}
      </ul>
    </div>
  )
}

function holds({ name, type, uses }: ListedFile, sought: string): boolean {
  return hasWords(sought, [name, fileKind(type), ...uses.map(({ title }) => title ?? '')])
}
