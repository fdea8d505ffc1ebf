import { use } from 'react'
import { commonWords } from '../shared/common-words.ts'
import { SETTINGS_PATH } from '../shared/paths.ts'
import { useLocation } from '../shared/routing.ts'
import { BusyButton } from '../shared/ui/busy-button.tsx'
import { Empty } from '../shared/ui/empty.tsx'
import { Page } from '../shared/ui/page.tsx'
import { defaultShell, ShellContext } from '../shared/ui/shell-context.ts'
import { useOnline } from '../shared/use-online.ts'
import { appLinks } from './app-links.ts'
import { ErrorFrame } from './error-screen.tsx'
import { shellWords, missingPageWords as words } from './shell-words.ts'

interface MissingPageProps {
  readonly busy: boolean
  readonly onRetry: () => Promise<void>
}

/**
 * Error for a page whose code failed to load. Once the shell is there, the error is shown inside it, so that the menu
 * stays usable.
 */
export function MissingPage(props: MissingPageProps) {
  const isInShell = use(ShellContext) !== defaultShell
  const { pathname } = useLocation()
  if (!isInShell) {
    return (
      <ErrorFrame title={words.title} text={<Reason />}>
        <Retry {...props} />
      </ErrorFrame>
    )
  }
  const name = pathname.startsWith(SETTINGS_PATH)
    ? shellWords.settings
    : appLinks.find(({ path }) => pathname.startsWith(path))?.label
  return (
    <Page title={name ?? words.title} freshness={null}>
      <Empty tone="trouble" title={words.title} actions={<Retry {...props} />}>
        <Reason />
      </Empty>
    </Page>
  )
}

const Reason = () => <>{useOnline() ? words.online : words.offline}</>

const Retry = ({ busy, onRetry }: MissingPageProps) => (
  <BusyButton variant="filled" busy={busy} onClick={onRetry}>
    {commonWords.retry}
  </BusyButton>
)
