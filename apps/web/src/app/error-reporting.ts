import { createContext } from 'react'
import type { ErrorReporting } from './report-error.ts'

/** Settings for reports about render errors; null turns reports off. */
export const ErrorReportingContext = createContext<ErrorReporting | null>(null)
