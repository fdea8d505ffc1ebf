import { act, fireEvent } from '@testing-library/react'

/** Fills in a field in one step. Typing would render the page for each letter. */
export const write = (field: HTMLElement, text: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value: text } })
  })
