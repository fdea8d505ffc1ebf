import { act, fireEvent } from '@testing-library/react'

/** Puts a text into a field at once: to type it letter by letter draws the page as many times. */
export const write = (field: HTMLElement, text: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value: text } })
  })
