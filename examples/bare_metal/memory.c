// What a compiler may ask for in any program, and no library brings here.
#include <stddef.h>

void *memcpy(void *target, const void *source, size_t count);
void *memset(void *target, int value, size_t count);

void *memcpy(void *target, const void *source, size_t count)
{
    unsigned char *to = (unsigned char *)target;
    const unsigned char *from = (const unsigned char *)source;

    for (; count != 0u; count--) {
        *to++ = *from++;
    }
    return target;
}

void *memset(void *target, int value, size_t count)
{
    unsigned char *to = (unsigned char *)target;

    for (; count != 0u; count--) {
        *to++ = (unsigned char)value;
    }
    return target;
}
