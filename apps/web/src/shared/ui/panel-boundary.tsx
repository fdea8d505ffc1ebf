import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { commonWords } from '../common-words.ts'
import { Empty } from './empty.tsx'
import { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx'
import { uiWords } from './ui-words.ts'

interface PanelBoundaryProps {
  /** Name of the content, as in "Could not show the table". */
  readonly name: string
  readonly children: ReactNode
}

/** Called for every part that failed to render. */
export const PanelErrorContext = createContext<NonNullable<ErrorBoundaryProps['onError']>>(() => {})

/** Contains a rendering error in one panel and reports it there; the rest of the page continues to work. */
export function PanelBoundary({ name, children }: PanelBoundaryProps) {
  const onError = use(PanelErrorContext)
  const renderError = (reset: () => void) => (
    <Empty tone="trouble" title={uiWords.notShown(name)} actions={<Button onClick={reset}>{uiWords.tryAgain}</Button>}>
      {commonWords.restWorks}
    </Empty>
  )
  return (
    <ErrorBoundary renderError={renderError} onError={onError}>
      {children}
    </ErrorBoundary>
  )
}
