// Digests of messages of many lengths, and the clocks of one of 1000 bytes. A line is a name, an
// outcome, a number and bytes.
#include "sha256_apb4_driver.h"
#include "soc.h"

#define LONGEST 1004u

static union {
    uint32_t words[LONGEST / 4u];
    uint8_t bytes[LONGEST];
} message;
static sha256_apb4_device device;

void on_interrupt(void)
{
    (void)sha256_apb4_interrupt(&device);
}

// The digest of 1000 bytes that lie in words.
static sha256_apb4_outcome of_words(uint8_t *digest)
{
    sha256_apb4_open open;
    sha256_apb4_flight flight;
    sha256_apb4_outcome outcome = sha256_apb4_start_hash(&device, &open);

    if (outcome != SHA256_APB4_OK) {
        return outcome;
    }
    (void)sha256_apb4_update_words(&open, message.words, 250u);
    (void)sha256_apb4_finish(&open, &flight);
    return sha256_apb4_wait(&flight, digest, SHA256_APB4_DIGEST_BYTES);
}

int main(void)
{
    static const uint16_t lengths[] = { 0u, 1u, 3u, 4u, 55u, 56u, 63u, 64u, 65u, 119u, 300u, 1000u };
    uint8_t digest[SHA256_APB4_DIGEST_BYTES] = { 0u };
    sha256_apb4_outcome outcome = sha256_apb4_init(&device, CORE);
    uint32_t begin;
    uint32_t i;

    for (i = 0u; i < LONGEST; i++) {
        message.bytes[i] = (uint8_t)((7u * i + 3u) & 0xffu);
    }
    line("init", outcome, 0u, digest, SHA256_APB4_DIGEST_BYTES);
    for (i = 0u; i < sizeof lengths / sizeof lengths[0]; i++) {
        outcome = sha256_apb4_hash(&device, message.bytes + i % 4u, lengths[i], digest, sizeof digest);
        line("hash", outcome, lengths[i], digest, SHA256_APB4_DIGEST_BYTES);
    }
    begin = clocks();
    outcome = sha256_apb4_hash(&device, message.bytes, 1000u, digest, sizeof digest);
    line("bytes", outcome, clocks() - begin, digest, SHA256_APB4_DIGEST_BYTES);
    begin = clocks();
    outcome = of_words(digest);
    line("words", outcome, clocks() - begin, digest, SHA256_APB4_DIGEST_BYTES);
    put('\4');
    return 0;
}
