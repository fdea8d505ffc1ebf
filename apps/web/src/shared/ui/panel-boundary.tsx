import { Button } from '@mantine/core'
import { createContext, type ReactNode, use } from 'react'
import { commonWords } from '../common-words.ts'
import { Empty } from './empty.tsx'
import { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx'
import { uiWords } from './ui-words.ts'

interface PanelBoundaryProps {
  /** Name of the panel's content, as in "Could not show the table". */
  readonly name: string
  readonly children: ReactNode
}

/** Called whenever a part fails to render. */
export const PanelErrorContext = createContext<NonNullable<ErrorBoundaryProps['onError']>>(() => {})

/** Limits a rendering error to one panel, which reports it. The rest of the page keeps working. */
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
