// Keys, tags and their verification. A line is a name, an outcome, a number and bytes.
#include "hmac_sha256_apb4_driver.h"
#include "system.h"

#define LONGEST 1000u

static uint8_t message[LONGEST];
static hmac_sha256_apb4_device device;

void on_interrupt(void)
{
    (void)hmac_sha256_apb4_interrupt(&device);
}

int main(void)
{
    static const uint8_t keys[] = { 0u, 20u, 64u, 131u };
    hmac_sha256_apb4_answer tag = { { 0u } };
    hmac_sha256_apb4_outcome outcome = hmac_sha256_apb4_init(&device, CORE);
    uint32_t i;

    for (i = 0u; i < LONGEST; i++) {
        message[i] = (uint8_t)((7u * i + 3u) & 0xffu);
    }
    line("init", outcome, 0u, tag.bytes, 0u);
    outcome = hmac_sha256_apb4_mac(&device, 0u, message, 3u, &tag, 16u);
    line("empty", outcome, 0u, tag.bytes, 0u);
    for (i = 0u; i < sizeof keys; i++) {
        outcome = hmac_sha256_apb4_key(&device, i, message + i, keys[i]);
        line("key", outcome, keys[i], tag.bytes, 0u);
    }
    for (i = 0u; i < sizeof keys; i++) {
        const size_t bytes = 32u - 4u * i;

        outcome = hmac_sha256_apb4_mac(&device, i, message, 250u * (i + 1u), &tag, bytes);
        line("mac", outcome, i, tag.bytes, bytes);
        outcome = hmac_sha256_apb4_verify(&device, i, message, 250u * (i + 1u), tag.bytes, bytes);
        line("right", outcome, i, tag.bytes, 0u);
        tag.bytes[i] ^= 1u;
        outcome = hmac_sha256_apb4_verify(&device, i, message, 250u * (i + 1u), tag.bytes, bytes);
        line("wrong", outcome, i, tag.bytes, 0u);
    }
    outcome = hmac_sha256_apb4_erase(&device, 0u);
    line("erase", outcome, 0u, tag.bytes, 0u);
    outcome = hmac_sha256_apb4_mac(&device, 0u, message, 3u, &tag, 16u);
    line("empty", outcome, 0u, tag.bytes, 0u);
    outcome = hmac_sha256_apb4_zeroize(&device);
    line("zeroize", outcome, 0u, tag.bytes, 0u);
    outcome = hmac_sha256_apb4_mac(&device, 1u, message, 3u, &tag, 16u);
    line("empty", outcome, 0u, tag.bytes, 0u);
    put('\4');
    return 0;
}
