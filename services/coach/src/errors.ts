import { AppError, badRequest, forbidden, timedOut, tooManyRequests, unavailable } from '@callwright/service'

export const blankMessage = () => badRequest('blank_message', 'The message is empty. Please type a question.')

export const stillAnswering = () =>
  new AppError(
    429,
    'still_answering',
    'Your last message is still being answered. Wait for the answer, or stop it first.',
    {
      retryAfterSeconds: 5,
    },
  )

export const tooManyMessages = (retryAfterSeconds: number) =>
  tooManyRequests('You are sending messages too quickly. Please wait a moment and try again.', retryAfterSeconds)

export const tooManyToday = (retryAfterSeconds: number) =>
  tooManyRequests('You have reached the daily message limit. Please try again tomorrow.', retryAfterSeconds)

const APOLOGY = 'I apologize, but I encountered an error processing your request. Please try again.'

export const answerFailed = (cause: unknown) => unavailable('answer_failed', APOLOGY, cause)

export const answerInterrupted = (cause: unknown) =>
  unavailable('answer_cut', 'The coach is restarting. Please try again in a moment.', cause)

export const answerTimedOut = (cause: unknown) => timedOut('answer_late', APOLOGY, cause)

export const authOnly = () => forbidden('accounts_only', 'Only the auth service may do this.')
