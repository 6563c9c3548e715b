import type { ReactNode } from 'react'

/** Decorative icons, hidden from screen readers: the text or the button's label carries the meaning. */
const sign = (lines: ReactNode) =>
  function sign() {
    return (
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {lines}
      </svg>
    )
  }

export const SunIcon = sign(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
  </>,
)
export const MoonIcon = sign(<path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z" />)
export const BellIcon = sign(<path d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15L6 16ZM10 20.5a2 2 0 0 0 4 0" />)
export const PersonIcon = sign(
  <>
    <circle cx="12" cy="8.5" r="3.5" />
    <path d="M5 20c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5" />
  </>,
)
export const ClockIcon = sign(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
)
export const CheckIcon = sign(<path d="m6 12.5 4 4 8-9" />)
export const PlusIcon = sign(<path d="M12 5v14M5 12h14" />)
export const MinusIcon = sign(<path d="M5 12h14" />)
export const FlagIcon = sign(<path d="M6 21V4h11l-2 4 2 4H6" />)
export const ArrowLeftIcon = sign(<path d="M19 12H5M11 6l-6 6 6 6" />)
export const ArrowRightIcon = sign(<path d="M5 12h14M13 6l6 6-6 6" />)
