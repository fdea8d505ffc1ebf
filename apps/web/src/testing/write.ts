import { act, fireEvent } from '@testing-library/react'

/** Fills in a field at once; typing letter by letter would render the page for each letter. */
export const write = (field: HTMLElement, text: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value: text } })
  })
