import { Component, type ErrorInfo, type ReactNode } from 'react'

export interface ErrorBoundaryProps {
  readonly children: ReactNode
  readonly renderError: (reset: () => void) => ReactNode
  readonly onError?: (error: unknown, componentStack: string | null) => void
}

interface ErrorBoundaryState {
  readonly failed: boolean
}

/** Limits a rendering error to one part of the page. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    this.props.onError?.(error, componentStack ?? null)
  }

  override render() {
    const reset = () => this.setState({ failed: false })
    return this.state.failed ? this.props.renderError(reset) : this.props.children
  }
}
