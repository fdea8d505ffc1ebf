import { AppError, badRequest, forbidden, timedOut, tooManyRequests, unavailable } from '@callwright/service'

export const blankMessage = () =>
  badRequest('blank_message', 'The message holds no words that can be read. Please write your question.')

export const stillAnswering = () =>
  new AppError(429, 'still_answering', 'Your last message is still being answered. Please wait, or stop it.', {
    retryAfterSeconds: 5,
  })

export const tooManyMessages = (retryAfterSeconds: number) =>
  tooManyRequests('You have sent many messages. Please wait a little before the next one.', retryAfterSeconds)

export const tooManyToday = (retryAfterSeconds: number) =>
  tooManyRequests('You have reached the number of messages of a day. Please come back tomorrow.', retryAfterSeconds)

const APOLOGY = 'I apologize, but I encountered an error processing your request. Please try again.'

export const answerFailed = (cause: unknown) => unavailable('answer_failed', APOLOGY, cause)

export const answerCut = (cause: unknown) =>
  unavailable('answer_cut', 'The coach is being restarted. Please ask again in a moment.', cause)

export const answerLate = (cause: unknown) => timedOut('answer_late', APOLOGY, cause)

export const accountsOnly = () => forbidden('accounts_only', 'Only the auth service may do this.')
