/** Only for test receivers: a self-signed certificate of `hooks.example.com`, valid until 2120. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBizCCATKgAwIBAgIUAaQm2oN8wncpHofkgklnfbt6cVowCgYIKoZIzj0EAwIw
HDEaMBgGA1UEAwwRaG9va3MuZXhhbXBsZS5jb20wIBcNMjAwMTAxMDAwMDAwWhgP
MjEyMDAxMDEwMDAwMDBaMBwxGjAYBgNVBAMMEWhvb2tzLmV4YW1wbGUuY29tMFkw
EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEikyYjK1Kbq+s/XhqcaYjtzi0JjKhyKaC
ttxZQu/N7h/FhP5L/j8xhd27AtE7uWgQGMfpv+E5a5kNKA+LKozKZqNQME4wDwYD
VR0TAQH/BAUwAwEB/zAcBgNVHREEFTATghFob29rcy5leGFtcGxlLmNvbTAdBgNV
HQ4EFgQUWLo2Nt12CJZ+L3u1/DR+JOFiiVAwCgYIKoZIzj0EAwIDRwAwRAIgSz1a
YdvqH+wCmOtX0GjeVuv5IkEJs2+ROq443anDhpYCIHJQoG1WCgP3nAdKZR2GcZNY
Gwniowlfgjjjb7TV5jU9
-----END CERTIFICATE-----
`

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9FRmTnMXGS/3aSsU
h3oXWOV/ZGXJiZcJhy+O2GqbokChRANCAASKTJiMrUpur6z9eGpxpiO3OLQmMqHI
poK23FlC783uH8WE/kv+PzGF3bsC0Tu5aBAYx+m/4TlrmQ0oD4sqjMpm
-----END PRIVATE KEY-----
`
