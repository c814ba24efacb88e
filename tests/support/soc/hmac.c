// Keys, tags and their verification, and digests by interrupt. A line is a name, an outcome, a number
// and bytes.
#include "hmac_sha256_apb4_driver.h"
#include "soc.h"

#define LONGEST 1000u

static uint8_t message[LONGEST];
static hmac_sha256_apb4_device device;
static volatile uint32_t interrupts;

void on_interrupt(void)
{
    if (hmac_sha256_apb4_interrupt(&device)) {
        interrupts++;
    }
}

// A digest for which the processor looks when the interrupt has come, and not before.
static hmac_sha256_apb4_outcome by_interrupt(size_t length, hmac_sha256_apb4_answer *digest)
{
    hmac_sha256_apb4_open open;
    hmac_sha256_apb4_flight flight;
    hmac_sha256_apb4_outcome outcome = hmac_sha256_apb4_start_hash(&device, &open);
    const uint32_t before = interrupts;

    if (outcome != HMAC_SHA256_APB4_OK) {
        return outcome;
    }
    (void)hmac_sha256_apb4_update(&open, message, length);
    (void)hmac_sha256_apb4_finish(&open, &flight);
    while (interrupts == before) {
    }
    return hmac_sha256_apb4_collect(&flight, digest);
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
    hmac_sha256_apb4_enable_interrupt(&device, 1);
    for (i = 0u; i < 3u; i++) {
        outcome = by_interrupt(100u * i, &tag);
        line("interrupt", outcome, 100u * i, tag.bytes, sizeof tag);
    }
    hmac_sha256_apb4_enable_interrupt(&device, 0);
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
